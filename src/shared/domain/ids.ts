// Ids: a prefix that names the kind, then 26 characters that sort by the time of minting.
import { z } from 'zod'
import { ID_PREFIXES, type IdKind } from './format-id'

export { formatId, ID_PREFIXES, type IdKind } from './format-id'

/** A schema that accepts exactly the ids of one kind. */
export function idSchema(kind: IdKind) {
  const prefix = ID_PREFIXES[kind]
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-zA-Z]{26}$`), `expected an id of the form ${prefix}_ and 26 letters or digits`)
}

export const projectId = idSchema('project')
export const sessionId = idSchema('session')
export const threadId = idSchema('thread')
export const turnId = idSchema('turn')
export const itemId = idSchema('item')
export const approvalId = idSchema('approval')
export const requestId = idSchema('request')
export const attachmentId = idSchema('attachment')
