import { formatId, type IdKind } from '../../shared/domain/format-id'

/** A new id, named by this client: a command that is sent twice with it is carried out once. */
export function mintId(kind: IdKind): string {
  return formatId(kind, Date.now(), crypto.getRandomValues(new Uint8Array(16)))
}
