// Which addresses are in the public internet, and what the others are.
import ipaddr from 'ipaddr.js'

/** What the ranges are called for the model and the person; whatever is not named here is reserved for something else. */
const WORDS: Readonly<Record<string, string>> = {
  loopback: 'this machine itself',
  unspecified: 'this machine itself',
  private: 'a private network',
  uniqueLocal: 'a private network',
  deprecatedSiteLocal: 'a private network',
  carrierGradeNat: 'the network of a provider',
  linkLocal: 'the local link, where the metadata of a machine is served',
  multicast: 'a group of machines',
  broadcast: 'a group of machines',
}

export interface SpecialAddress {
  /** Only reached where it is named by itself, never through a name that leads there. */
  linkLocal: boolean
  words: string
}

/**
 * What is special about an address; null for a public one. An IPv6 address that stands for an IPv4 address is judged as
 * that one; text that is no address is special.
 */
export function specialAddress(address: string): SpecialAddress | null {
  if (!ipaddr.isValid(address)) return { linkLocal: false, words: 'no address' }
  const parsed = ipaddr.process(address)
  const inner = parsed instanceof ipaddr.IPv6 ? translated(parsed) : null
  const range = (inner ?? parsed).range()
  if (range === 'unicast') return null
  return { linkLocal: range === 'linkLocal', words: WORDS[range] ?? 'a reserved range' }
}

/** In networks without IPv4 public hosts are reached through the prefix of RFC 6052, behind which their own address stands. */
function translated(address: InstanceType<typeof ipaddr.IPv6>): InstanceType<typeof ipaddr.IPv4> | null {
  const wellKnown = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
  return address.match(wellKnown) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : null
}
