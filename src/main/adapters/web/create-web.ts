// The way to the web: an address in, the text of the page out, or where it moved to.
import { readWebAddress } from '../../../shared/domain/web-address'
import type { Clock } from '../../services/ports/clock'
import { ToolRefusal } from '../tools/tool-refusal'
import { fetchPage, type MovedPage } from './fetch-page'
import { PageCache } from './page-cache'
import { type ReadPage, readPage } from './read-page'
import { type Lookup, lookupHost } from './resolve-host'
import { WEB_LIMITS, type WebLimits } from './web-limits'

export interface WebOptions {
  clock: Clock
  env: NodeJS.ProcessEnv
  /** The hosts that may lie in a private network, as the person's settings are now. */
  privateHosts(): readonly string[]
  /** How names become addresses; the system's way when left out. */
  lookup?: Lookup
  limits?: WebLimits
}

export type WebAnswer = ({ kind: 'page'; ageMs: number | null } & ReadPage) | MovedPage

export interface Web {
  /**
   * Fetches a page as text.
   *
   * @throws ToolRefusal for what the model can be told, the signal's reason when it was aborted
   */
  fetch(address: string, signal: AbortSignal): Promise<WebAnswer>
}

export function createWeb({ clock, env, privateHosts, lookup = lookupHost, limits = WEB_LIMITS }: WebOptions): Web {
  const cache = new PageCache(clock)
  return {
    async fetch(text, signal) {
      const address = readWebAddress(text)
      if (!address.ok) throw new ToolRefusal(`url: ${address.reason}. Nothing was fetched.`)
      const { url } = address
      const known = cache.get(url.href)
      if (known) return { kind: 'page', ...known.page, ageMs: known.ageMs }
      const fetched = await fetchPage(url, { clock, env, limits, lookup, privateHosts: privateHosts() }, signal)
      if (fetched.kind === 'moved') return fetched
      const page = await readPage(fetched, { clock, convertMs: limits.convertMs, signal })
      if (page.status === 200) cache.put(url.href, page)
      return { kind: 'page', ...page, ageMs: null }
    },
  }
}
