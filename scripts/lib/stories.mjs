// Owns running the end-to-end stories through one door and counting them.
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { projectNode, root, run, toolEnvironment, toolScript } from './project.mjs'

/**
 * Runs the stories of a door; what they say is shown as they go.
 * @param {'serve' | 'electron'} door
 * @param {{ env?: Record<string, string> }} options
 * @returns {Promise<{ ok: boolean, note: string, passed: number, failed: number, skipped: number }>} a run that could not be counted, or that
 * ran no story, counts as one failure
 */
export async function runStories(door, { env = {} } = {}) {
  const report = join(root, '.cache', `playwright-${door}.json`)
  await rm(report, { force: true })
  const playwright = [
    projectNode(),
    toolScript('@playwright/test', 'playwright'),
    'test',
    `--project=${door}`,
    '--reporter=list,json',
  ]
  // A display of its own each time: whatever the machine has on its screen plays no part.
  const [command, ...args] =
    door === 'electron' && process.platform === 'linux' ? ['xvfb-run', '-a', ...playwright] : playwright
  const { code } = await run(command, args, { env: toolEnvironment({ ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }) })
  const { passed, failed, skipped, secondTry } = await counts(report)
  const uncounted = (code !== 0 && failed === 0) || passed + failed === 0
  return {
    ok: code === 0 && !uncounted,
    note: `${passed} passed${secondTry > 0 ? ` (${secondTry} at the second try)` : ''}, ${failed} failed, ${skipped} skipped`,
    passed,
    failed: failed + (uncounted ? 1 : 0),
    skipped,
  }
}

async function counts(report) {
  if (!existsSync(report)) return { passed: 0, failed: 0, skipped: 0, secondTry: 0 }
  const { stats } = JSON.parse(await readFile(report, 'utf8'))
  const { expected, flaky, unexpected, skipped } = stats
  return { passed: expected + flaky, failed: unexpected, skipped, secondTry: flaky }
}
