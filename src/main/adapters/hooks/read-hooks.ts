// Reads hooks from the ecosystem's settings files: the person's in the home folder, and the project's own.
import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { decodeHooks } from '../../../core/hooks/decode-hooks'
import type { Hook } from '../../../core/hooks/hook'
import type { BrokenFile } from '../../services/ports/agent-files'
import type { HookFile, HookFiles } from '../../services/ports/hooks'
import { readContained, readOwn } from '../claude-files/read-contained'
import { lineWith, parseSettingsFile } from '../claude-files/settings-file'

const PROJECT_FILES = ['.claude/settings.json', '.claude/settings.local.json']

/** @param home the person's home folder */
export function createHookFiles(home = homedir()): HookFiles {
  return {
    async read(projectFolder) {
      const broken: BrokenFile[] = []
      const own = await readOwn(join(home, '.claude/settings.json'))
      const files = [own === null ? null : readFile(own, '~/.claude/settings.json', 'home', broken)]
      for (const source of PROJECT_FILES) {
        const text = await readContained(projectFolder, source)
        if (text !== null) files.push(readFile(text, source, 'project', broken))
      }
      return { files: files.filter((file) => file !== null), broken }
    },
  }
}

function readFile(text: string, source: string, origin: Hook['origin'], broken: BrokenFile[]): HookFile | null {
  const read = parseSettingsFile(text)
  // That it is no JSON is told with its rules; here it has no hooks.
  if (!read.ok) {
    broken.push({ source, line: read.line, reason: read.reason })
    return null
  }
  const lineOf = (value: string, below?: string) => lineWith(text, value, below) ?? lineWith(text, value)
  const { hooks, problems } = decodeHooks(read.settings.hooks, { source, origin, lineOf })
  broken.push(...problems.map(({ line, reason }) => ({ source, line, reason })))
  return {
    source,
    origin,
    contentHash: createHash('sha256').update(text).digest('hex'),
    hooks,
    environment: textsOf(read.settings.env),
    disabled: read.settings.disableAllHooks,
  }
}

function textsOf(env: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(env).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(
    texts.filter(([name, value]) => name !== '' && !/[=\0]/.test(name) && !value.includes('\0')),
  )
}
