// A diff that is too long ends at a file, or at a line where its first file alone is too long.

const NEXT_FILE = Buffer.from('\ndiff --git ')
const NEWLINE = 0x0a

/**
 * Cuts the beginning of a diff where a person can see that it is cut. The mark begins with a backslash: readers of diffs
 * take such a line for a remark, not for content.
 *
 * @param bytes the first bytes of a longer diff
 * @param limit how many bytes were asked for; named in the mark
 */
export function cutDiff(bytes: Buffer, limit: number): string {
  const file = bytes.lastIndexOf(NEXT_FILE)
  const line = bytes.lastIndexOf(NEWLINE)
  const end = file > 0 ? file : line
  const kept = end > 0 ? `${bytes.subarray(0, end).toString('utf8')}\n` : ''
  const what =
    file > 0 ? 'the files that follow are left out' : 'the rest of this file and the files that follow are left out'
  return `${kept}\\ Cut here: the diff is longer than ${limit.toLocaleString('en-US')} bytes; ${what}\n`
}
