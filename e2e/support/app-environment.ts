// Owns what an app of a story knows of the machine: nothing of the person's who runs the tests.
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DoorAppOptions } from './door-app'

export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Needed to find programs, a screen, and this harness's own pieces. */
const PASSED_ON = [
  'PATH',
  'LANG',
  'TMPDIR',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'TINE_SQLITE_BINDING',
]

/** The environment to start an app with: a home of its own beside its data, no keys, no settings of git's. */
export function appEnvironment({ dataDir, env = {} }: DoorAppOptions): Record<string, string> {
  const home = join(dirname(dataDir), 'home')
  mkdirSync(home, { recursive: true })
  const passedOn = PASSED_ON.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(passedOn), HOME: home, GIT_CONFIG_NOSYSTEM: '1', ...env }
}
