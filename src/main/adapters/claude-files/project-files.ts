// The trust gate's reading: which files of a project could make it act, what they would switch on, and their hash.
import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Activation } from '../../../shared/contract/system-commands'
import type { ProjectActivations, ProjectFiles } from '../../services/ports/project-files'
import { documentActivations } from './document-activations'
import { gitActivations } from './git-activations'
import { hookScripts } from './hook-scripts'
import { listContained, readContained } from './read-contained'
import { serverActivations, settingsActivations } from './settings-activations'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Reads a project's files. Nothing of them is run, and no link out of the project is followed. */
export const projectFiles: ProjectFiles = {
  async activations(folder): Promise<ProjectActivations> {
    const files: Record<string, string> = {}
    const activations: Activation[] = []
    const take = (path: string, text: string, found: Activation[]) => {
      if (found.length === 0) return
      files[path] = sha256(text)
      activations.push(...found)
    }
    for (const path of ['.claude/settings.json', '.claude/settings.local.json']) {
      const text = await readContained(folder, path)
      if (text === null) continue
      take(path, text, settingsActivations(path, text))
      await takeHookScripts(folder, text, files)
    }
    const servers = await readContained(folder, '.mcp.json')
    if (servers !== null) take('.mcp.json', servers, serverActivations('.mcp.json', servers))
    for (const place of ['.claude/commands', '.claude/skills', '.claude/agents'])
      for (const path of await listContained(folder, place, '.md')) {
        const text = await readContained(folder, path)
        if (text !== null) take(path, text, documentActivations(path, text))
      }
    await takeSkillFiles(folder, files)
    for (const { path, text, found } of await gitActivations(folder)) take(path, text, found)
    return { hash: hashOf(files), files, activations }
  },

  changed(before, now) {
    const paths = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort()
    return paths.flatMap((path) => {
      if (before[path] === now[path]) return []
      if (before[path] === undefined) return [`${path} is new`]
      return [now[path] === undefined ? `${path} is gone` : `${path} changed`]
    })
  },
}

/** What hooks run is part of what they do: files of the project that their commands name are part of the hash. */
async function takeHookScripts(folder: string, settings: string, files: Record<string, string>): Promise<void> {
  for (const path of hookScripts(folder, settings)) {
    const text = await readContained(folder, path)
    if (text !== null) files[path] ??= sha256(text)
  }
}

/** What a skill that activates something brings along: its tools may run these files, so they are part of the hash. */
async function takeSkillFiles(folder: string, files: Record<string, string>): Promise<void> {
  const skills = Object.keys(files).filter((path) => path.endsWith('/SKILL.md'))
  for (const skill of skills) {
    for (const path of await listContained(folder, dirname(skill), '')) {
      files[path] ??= sha256((await readContained(folder, path)) ?? `too large ${await sizeOf(folder, path)}`)
    }
  }
}

async function sizeOf(folder: string, path: string): Promise<string> {
  const { size, mtimeMs } = await lstat(join(folder, path))
  return `${size} ${mtimeMs}`
}

function hashOf(files: Record<string, string>): string {
  return sha256(JSON.stringify(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))))
}
