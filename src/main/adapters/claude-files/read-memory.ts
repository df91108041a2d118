// Memory files: notes of the person and the project that become part of the frozen prompt.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { cutAt } from '../../../core/content/replacement'
import { readContained, readOwn } from './read-contained'

/** What one file may add to every request of a session, in characters. */
const MAX_CHARS = 60_000

export interface Memory {
  text: string
  /** The files it was read from, as a person names them. */
  sources: string[]
}

/** Reads `~/.claude/CLAUDE.md` and the project's `CLAUDE.md` and `AGENTS.md`, in this order; long ones are cut, and say so. */
export async function readMemory(projectFolder: string, home = homedir()): Promise<Memory> {
  const places = [
    { shown: '~/.claude/CLAUDE.md', found: await readOwn(join(home, '.claude/CLAUDE.md')) },
    { shown: 'CLAUDE.md', found: await readContained(projectFolder, 'CLAUDE.md') },
    { shown: 'AGENTS.md', found: await readContained(projectFolder, 'AGENTS.md') },
  ]
  const parts: string[] = []
  const sources: string[] = []
  for (const { shown, found } of places) {
    const text = found?.trim()
    if (!text) continue
    // `AGENTS.md` is often a link to `CLAUDE.md`, or a copy: nobody pays for it twice.
    if (parts.some((part) => part.endsWith(`:\n${text}`))) continue
    const cut = text.length > MAX_CHARS ? `${cutAt(text, MAX_CHARS)}\n[cut after ${MAX_CHARS} characters]` : text
    parts.push(`From ${shown}:\n${cut}`)
    sources.push(shown)
  }
  return { text: parts.join('\n\n'), sources }
}
