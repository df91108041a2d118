// How much one fetch may take in, and how long.

export interface WebLimits {
  /** From the first look-up to the last byte, redirects included. */
  ms: number
  /** Of a body, unpacked; reading stops there. */
  bytes: number
  redirects: number
  /** For turning a page into Markdown. */
  convertMs: number
}

export const WEB_LIMITS: WebLimits = { ms: 30_000, bytes: 5 * 1024 * 1024, redirects: 5, convertMs: 20_000 }

/** How long a page that was read answers a second time. */
export const CACHE_MS = 15 * 60 * 1000
/** Of all pages kept, in characters. */
export const CACHE_CHARS = 20_000_000
