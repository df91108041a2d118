// From a host to the addresses a connection may go to. They are resolved once, checked all, and no other is connected to.
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { ToolRefusal } from '../tools/tool-refusal'
import { specialAddress } from './public-address'

export interface HostAddress {
  address: string
  family: number
}

export type Lookup = (host: string) => Promise<HostAddress[]>

export interface HostRules {
  /** Hosts that may lie in a private network: names, addresses, or `*.name` for all below a name. */
  privateHosts: readonly string[]
  lookup: Lookup
}

/** Asks the system, as every other program does: its own tables count as well. */
export const lookupHost: Lookup = (host) => systemLookup(host, { all: true, verbatim: true })

/**
 * @param hostname as a URL has it; an IPv6 address stands in brackets
 * @throws ToolRefusal where the host is not known, or one of its addresses is not public and the person has not allowed it
 */
export async function resolveHost(hostname: string, { privateHosts, lookup }: HostRules): Promise<HostAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const addresses = family === 0 ? await known(host, lookup) : [{ address: host, family }]
  const listed = privateHosts.some((pattern) => isListed(host, pattern))
  for (const { address } of addresses) {
    const special = specialAddress(address)
    if (special === null || (listed && !(special.linkLocal && family === 0))) continue
    throw new ToolRefusal(
      `${host} was not fetched: ${family === 0 ? `it leads to ${address}, which is` : 'it is'} ${special.words}. Pages there are only fetched from hosts the person lists under “Private hosts” in Settings.`,
    )
  }
  return addresses
}

async function known(host: string, lookup: Lookup): Promise<HostAddress[]> {
  try {
    const addresses = await lookup(host)
    if (addresses.length > 0) return addresses
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null
    if (code === null) throw error
    if (code !== 'ENOTFOUND' && code !== 'ENODATA')
      throw new ToolRefusal(`The name ${host} could not be resolved (${code}).`)
  }
  throw new ToolRefusal(`There is no host ${host}.`)
}

function isListed(host: string, pattern: string): boolean {
  const named = pattern.toLowerCase().replace(/^\[|\]$/g, '')
  return named.startsWith('*.') ? host.endsWith(named.slice(1)) : host === named
}
