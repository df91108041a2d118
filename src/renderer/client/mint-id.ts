import { formatId, type IdKind } from '../../shared/domain/format-id'

let lastAtMs = 0

/**
 * A new id, named by this client: a command that is sent twice with it is carried out once. Ids sort in the order in which
 * they were minted, also within one millisecond.
 */
export function mintId(kind: IdKind): string {
  lastAtMs = Math.max(Date.now(), lastAtMs + 1)
  return formatId(kind, lastAtMs, crypto.getRandomValues(new Uint8Array(16)))
}
