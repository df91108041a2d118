// Owns running the unit tests and counting them.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root, runTool } from './project.mjs'

/**
 * Runs all unit tests.
 * @returns {Promise<{ ok: boolean, note: string, output: string, passed: number, failed: number, skipped: number }>} a run that could
 * not be counted, or that found no test, counts as one failure
 */
export async function runUnitTests() {
  const report = join(root, '.cache', 'vitest.json')
  await rm(report, { force: true })
  const { code, output } = await runTool(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { capture: true, env: { NO_COLOR: '1', FORCE_COLOR: undefined } },
  )
  const { passed, failed, skipped } = await counts(report)
  const broken = code !== 0 && failed === 0
  const nothing = passed + failed === 0
  return {
    ok: code === 0 && failed === 0 && !nothing,
    note: `${passed} passed, ${failed} failed, ${skipped} skipped`,
    output,
    passed,
    failed: failed + (broken || nothing ? 1 : 0),
    skipped,
  }
}

async function counts(report) {
  try {
    const {
      numPassedTests,
      numFailedTests,
      numPendingTests,
      numTodoTests = 0,
    } = JSON.parse(await readFile(report, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
  } catch (error) {
    if (error.code === 'ENOENT') return { passed: 0, failed: 0, skipped: 0 }
    throw error
  }
}
