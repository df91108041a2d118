// Owns what lets a client in: the token of this process.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const TOKEN_BYTES = 32

/** A new secret of 256 bits, in characters that need no escaping in an address. */
export function mintSecret(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Whether two secrets are the same, in a time that tells nothing about where they differ or how long ours is. */
export function sameSecret(given: string, ours: string): boolean {
  return timingSafeEqual(digest(given), digest(ours))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * What a request offers as the token, in its address or its `Authorization` header.
 *
 * @returns an empty list when it offers none; a header of another scheme counts as a wrong token
 */
export function offeredTokens(url: URL, authorization: string | undefined): string[] {
  const offered = url.searchParams.getAll('token')
  if (authorization !== undefined) offered.push(/^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '')
  return offered
}
