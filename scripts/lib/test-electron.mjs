// Owns the choice of the Electron that tests run on: a current one where there is one, else version 25 from the npm registry.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build, isStale } from './build.mjs'
import { prepareElectron25 } from './electron-25.mjs'
import { root, run } from './project.mjs'
import { prepareSqliteBinding } from './sqlite-for-electron-25.mjs'

const COMPILER = ['python3', 'make', 'g++']

/**
 * Prepares Electron, the build it runs and the database addon it loads.
 * @returns {Promise<{ env: Record<string, string> } | { missing: string }>} the environment `e2e/support/electron-app.ts` reads, or what
 * keeps this machine from having one. A failure of the preparation itself is thrown.
 */
export async function prepareTestElectron() {
  const current = currentElectron()
  if (current) return { env: { TINE_TEST_ELECTRON: current, TINE_TEST_MAIN: join(root, 'out', 'main', 'index.cjs') } }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { missing: `none is installed, and none can be had for ${process.platform}-${process.arch}` }
  }
  const absent = []
  for (const tool of COMPILER) if ((await run(tool, ['--version'], { capture: true })).code !== 0) absent.push(tool)
  if (absent.length > 0) return { missing: `${absent.join(', ')} needed to compile better-sqlite3 for it` }
  const [electron, binding] = await Promise.all([prepareElectron25(), prepareSqliteBinding()])
  if (isStale('out-test')) await build({ outDir: 'out-test' })
  return {
    env: {
      TINE_TEST_ELECTRON: electron,
      TINE_TEST_MAIN: join(root, 'out-test', 'main', 'index.cjs'),
      TINE_TEST_PRELOAD: join(root, 'e2e', 'support', 'electron-25', 'fill-in-runtime.cjs'),
      TINE_SQLITE_BINDING: binding,
    },
  }
}

function currentElectron() {
  const executable = process.platform === 'win32' ? 'electron.exe' : 'electron'
  const folders = [process.env.ELECTRON_OVERRIDE_DIST_PATH, join(root, 'node_modules', 'electron', 'dist')]
  return folders.map((folder) => folder && join(folder, executable)).find((path) => path && existsSync(path))
}
