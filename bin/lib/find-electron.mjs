// Owns the question whether a desktop window can open here, and fetching Electron once where it is missing.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const FETCH_MS = 60_000
/** A machine behind a proxy today may be at home tomorrow. */
const TRY_AGAIN_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * What stands between this machine and a window, whatever Electron is installed; undefined when nothing does.
 * @param {{ platform: string, env: NodeJS.ProcessEnv, uid: number | undefined }} machine
 */
export function windowObstacle({ platform, env, uid }) {
  if (platform !== 'linux') return undefined
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display'
  if (uid === 0) return 'Electron does not run as root with its sandbox on'
  return undefined
}

/**
 * The Electron to start: the one `ELECTRON_OVERRIDE_DIST_PATH` names, the installed one, or one fetched now, at most once a day and
 * for at most a minute.
 * @param {{ root: string, node: string, say: (line: string) => void, now?: number }} options `node` runs the installer
 * @returns {Promise<{ path: string } | { obstacle: string }>}
 */
export async function findElectron({ root, node, say, now = Date.now() }) {
  const overridden = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (overridden) {
    const path = join(overridden, executableName())
    return existsSync(path) ? { path } : { obstacle: `ELECTRON_OVERRIDE_DIST_PATH has no ${executableName()}` }
  }
  const folder = packageFolder(root)
  if (!folder) return { obstacle: 'the package electron is not installed' }
  const path = join(folder, 'dist', executableName())
  if (existsSync(path)) return { path }
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const memory = failureMemory(folder, version)
  if (memory.failedWithin(now)) return { obstacle: `Electron ${version} could not be fetched earlier` }
  say(`fetching Electron ${version} (once, up to a minute)`)
  if ((await fetchElectron(folder, node)) && existsSync(path)) return { path }
  memory.remember(now)
  return { obstacle: `Electron ${version} could not be fetched` }
}

function packageFolder(root) {
  try {
    return dirname(createRequire(join(root, 'package.json')).resolve('electron/package.json'))
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

function executableName() {
  if (process.platform === 'darwin') return join('Electron.app', 'Contents', 'MacOS', 'Electron')
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

function fetchElectron(folder, node) {
  return new Promise((resolve) => {
    const installer = spawn(node, [join(folder, 'install.js')], {
      stdio: 'ignore',
      timeout: FETCH_MS,
      killSignal: 'SIGKILL',
    })
    installer.on('error', () => resolve(false))
    installer.on('close', (code) => resolve(code === 0))
  })
}

/** Remembers a failed download beside the packages, so that it is forgotten with them. */
function failureMemory(folder, version) {
  const file = join(dirname(folder), '.cache', 'tine', 'electron-fetch-failed.json')
  return {
    failedWithin(now) {
      if (!existsSync(file)) return false
      try {
        const { version: failed, at } = JSON.parse(readFileSync(file, 'utf8'))
        return failed === version && now - at < TRY_AGAIN_AFTER_MS
      } catch (error) {
        if (error instanceof SyntaxError) return false
        throw error
      }
    },
    remember(at) {
      try {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, JSON.stringify({ version, at }))
      } catch (error) {
        // Packages installed by another user: the next start tries again, which is slower and nothing worse.
        if (error.code !== 'EACCES' && error.code !== 'EROFS' && error.code !== 'EPERM') throw error
      }
    },
  }
}
