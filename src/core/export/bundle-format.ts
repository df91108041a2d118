// How a bundle is written: lines of JSON, compressed. The first says what it is, the last how many there were and their hash.

export const BUNDLE_NAME = 'tine-session'
/** Raised when an older reader would get it wrong. */
export const BUNDLE_VERSION = 1

export interface BundleHeader {
  bundle: typeof BUNDLE_NAME
  version: number
  /** EpochMs. */
  exportedAt: number
}

/** Stands behind everything else: without it, or with another hash, the file is not whole. */
export interface BundleEnd {
  end: true
  /** The lines before this one. */
  lines: number
  /** SHA-256 of the bytes before this line, hexadecimal. */
  sha256: string
}
