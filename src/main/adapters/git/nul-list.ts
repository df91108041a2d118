// Lists as git prints them with -z: names ended by NUL, in whatever bytes the file system holds.

const NUL = 0

/** The entries of a NUL-terminated list, as bytes: names need not be UTF-8. */
export function splitNul(bytes: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = []
  let start = 0
  for (let end = bytes.indexOf(NUL); end !== -1; end = bytes.indexOf(NUL, start)) {
    entries.push(bytes.subarray(start, end))
    start = end + 1
  }
  if (start < bytes.length) entries.push(bytes.subarray(start))
  return entries
}

/** A NUL-terminated list for git's standard input. */
export function joinNul(entries: readonly Uint8Array[]): Buffer {
  const end = Uint8Array.of(NUL)
  return Buffer.concat(entries.flatMap((entry) => [entry, end]))
}

/** For people: bytes that are not UTF-8 become replacement characters. */
export function nameOf(entry: Uint8Array): string {
  return Buffer.from(entry.buffer, entry.byteOffset, entry.byteLength).toString('utf8')
}

/** The entries of a NUL-terminated list as text. */
export function splitNulText(bytes: Uint8Array): string[] {
  return splitNul(bytes).map(nameOf)
}
