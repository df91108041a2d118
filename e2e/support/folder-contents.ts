// Looks for words in everything below a folder, the database's files included.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files below `folder` whose bytes contain `words`. */
export function filesWith(folder: string, words: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(words))
}
