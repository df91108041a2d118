// Owns reading and writing the shell's own small files: whole or not at all.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** The file's JSON, or null when there is no such file or it is not JSON. Other failures (no permission, say) are thrown. */
export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (missing || error instanceof SyntaxError) return null
    throw error
  }
}

/** Replaces the file in one step, readable by its owner only; a crash leaves the old one. */
export function writeJsonFile(file: string, value: unknown): void {
  writeFileSync(`${file}.new`, JSON.stringify(value), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
