// How an id is written. Apart from the schemas, so that the page mints ids without carrying a validator.

/** What can be named, and the prefix of its id. */
export const ID_PREFIXES = {
  project: 'prj',
  session: 'ses',
  thread: 'thr',
  turn: 'trn',
  item: 'itm',
  approval: 'apr',
  request: 'req',
  run: 'run',
  epoch: 'epo',
  group: 'grp',
  notification: 'ntf',
  attachment: 'att',
} as const

export type IdKind = keyof typeof ID_PREFIXES

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Formats an id from its ingredients. Pure: time and randomness come from the caller.
 *
 * @param atMs milliseconds since the epoch; ids of a later time sort after ids of an earlier one
 * @param random at least 16 random bytes, of which 80 bits are used
 */
export function formatId(kind: IdKind, atMs: number, random: Uint8Array): string {
  let time = ''
  for (let rest = atMs, n = 0; n < 10; n++) {
    time = ALPHABET.charAt(rest % 32) + time
    rest = Math.floor(rest / 32)
  }
  let tail = ''
  for (let n = 0; n < 16; n++) tail += ALPHABET.charAt((random[n] ?? 0) % 32)
  return `${ID_PREFIXES[kind]}_${time}${tail}`
}
