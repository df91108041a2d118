// Memory files: notes of the person and the project that become part of the frozen prompt.
import { homedir } from 'node:os'
import { cutAt } from '../../../core/content/replacement'
import { readContained } from './read-contained'

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
    { root: home, path: '.claude/CLAUDE.md', shown: '~/.claude/CLAUDE.md' },
    { root: projectFolder, path: 'CLAUDE.md', shown: 'CLAUDE.md' },
    { root: projectFolder, path: 'AGENTS.md', shown: 'AGENTS.md' },
  ]
  const parts: string[] = []
  const sources: string[] = []
  for (const { root, path, shown } of places) {
    const text = (await readContained(root, path))?.trim()
    if (!text) continue
    const cut = text.length > MAX_CHARS ? `${cutAt(text, MAX_CHARS)}\n[cut after ${MAX_CHARS} characters]` : text
    parts.push(`From ${shown}:\n${cut}`)
    sources.push(shown)
  }
  return { text: parts.join('\n\n'), sources }
}
