import type { Attaching } from '../../services/ports/attaching'
import { prepareFile } from './prepare-file'
import { findMention, readMention } from './read-mention'

/** Files for conversations, from bytes and from the disk. */
export function createAttaching(): Attaching {
  return {
    prepare: prepareFile,
    mentioned: readMention,
    find: async (mention, places) => (await findMention(mention, places))?.target.real ?? null,
  }
}
