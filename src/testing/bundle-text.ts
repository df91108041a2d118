// A bundle's lines for tests: unpacked, with names in the place of ids, and packed again after a change.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'

export function bundleLines(path: string): string[] {
  return gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n')
}

/** The rows of a bundle, each id by the order in which it first stands there: equal for equal sessions. */
export function rowsOfBundle(path: string): string[] {
  const names = new Map<string, string>()
  // Within what was sent, the ids stay what they were: only those that name a row are new.
  const renamed = (_: string, value: unknown) => {
    const kind = typeof value === 'string' ? /^(ses|thr|trn|itm|epo)_[0-9a-zA-Z]{26}$/.exec(value)?.[1] : undefined
    if (kind === undefined || typeof value !== 'string') return value
    const name = names.get(value) ?? `${kind} ${names.size}`
    names.set(value, name)
    return name
  }
  return bundleLines(path)
    .slice(1, -1)
    .map((line) => JSON.stringify(JSON.parse(line), renamed))
}

/** Writes lines as a bundle whose end is right, whatever stands before it. */
export function packBundle(path: string, lines: readonly string[]): string {
  const body = lines.map((line) => `${line}\n`).join('')
  const end = { end: true, lines: lines.length, sha256: createHash('sha256').update(body).digest('hex') }
  writeFileSync(path, gzipSync(`${body}${JSON.stringify(end)}\n`))
  return path
}
