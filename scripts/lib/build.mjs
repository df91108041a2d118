// Owns building the app and knowing whether a build is still good.
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runTool } from './project.mjs'

/** What the build reads; a change in any of it makes the build stale. */
const inputs = [
  'src',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'e2e/support/electron-25',
]

const stamp = (outDir) => join(root, outDir, '.built')

/** True when there is no finished build in `outDir`, or anything it was made from changed after it began. */
export function isStale(outDir = 'out') {
  if (!existsSync(stamp(outDir))) return true
  const built = statSync(stamp(outDir)).mtimeMs
  return inputs.some((input) => newest(join(root, input)) > built)
}

/**
 * Builds the app; the log goes to standard error, since standard output belongs to the door that starts next.
 * @param {{ outDir?: 'out' | 'out-test' }} options `out-test` is the build for the Electron of the tests
 * @throws when the build fails, with the build's own output
 */
export async function build({ outDir = 'out' } = {}) {
  const begun = new Date()
  const env = {
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
    ...(outDir === 'out-test' ? { TINE_BUILD_TARGET: 'electron25' } : {}),
  }
  const { code, output } = await runTool('electron-vite', ['build', '--logLevel', 'warn'], { capture: true, env })
  if (code !== 0) throw new Error(`the build failed\n${output}`)
  rmSync(join(root, outDir, '.compiled'), { recursive: true, force: true }) // what the launcher keeps of the build before
  writeFileSync(stamp(outDir), '')
  // The time before the build, so that what was edited during it counts as newer.
  utimesSync(stamp(outDir), begun, begun)
}

function newest(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  // The folder's own time tells of files that were removed.
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
