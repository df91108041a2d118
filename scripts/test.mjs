// `npm test`: everything there is to know about a checkout, on a bare machine too. Its last line is `N passed, N failed`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './lib/build.mjs'
import { staticChecks } from './lib/checks.mjs'
import { tryPackedApp } from './lib/packed-app.mjs'
import { root, run } from './lib/project.mjs'
import { runSteps, table } from './lib/steps.mjs'
import { runStories } from './lib/stories.mjs'
import { prepareSystem } from './lib/system-packages.mjs'
import { prepareTestElectron } from './lib/test-electron.mjs'
import { runUnitTests } from './lib/unit-tests.mjs'

const say = (line) => console.log(`test: ${line}`)

/** A key, a data folder or a repository of the person's must not reach a test. */
for (const name of Object.keys(process.env)) {
  if (/^(ANTHROPIC_|TINE_(?!TEST_)|GIT_)/.test(name)) delete process.env[name]
}

const lacking = await prepareSystem(say)

const counted = { passed: 0, failed: 0, skipped: 0 }
const count = async (running) => {
  const result = await running
  counted.passed += result.passed
  counted.failed += result.failed
  counted.skipped += result.skipped
  return result
}

/** Compiling for it takes a core for a minute or more: it runs beside the checks, which leave one idle. */
let electron

const results = await runSteps([
  { name: 'packages', run: packagesStep },
  { name: 'build', run: buildStep },
  ...staticChecks,
  { name: 'unit tests', run: () => count(runUnitTests()) },
  { name: 'npm package', run: tryPackedApp },
  { name: 'stories: serve', run: serveStories },
  { name: 'stories: electron', run: electronStories },
])
end(results)

async function packagesStep() {
  if (existsSync(join(root, 'node_modules', '.package-lock.json'))) return { ok: true, note: 'already installed' }
  const { code, output } = await run('npm', ['ci'], { capture: true })
  return { ok: code === 0, output }
}

function beginElectron() {
  if (lacking.electron) return Promise.resolve({ missing: lacking.electron })
  return prepareTestElectron().catch((error) => ({ error }))
}

async function buildStep() {
  electron = beginElectron()
  try {
    await build()
    return { ok: true }
  } catch (error) {
    return { ok: false, output: error.message }
  }
}

async function serveStories() {
  if (lacking.serve) return skipped(lacking.serve)
  return count(runStories('serve'))
}

async function electronStories() {
  const { missing, error, env } = await electron
  if (error) return { ok: false, output: `no Electron to test on: ${error.message}` }
  return missing ? skipped(missing) : count(runStories('electron', { env }))
}

/** A developer's machine may lack what CI must have. */
function skipped(why) {
  return { ok: !process.env.CI, note: `SKIPPED, for want of ${why}`, output: `in CI nothing may be missing: ${why}` }
}

/** Prints what passed and the closing line; a step that has no tests of its own and failed counts as one. */
function end(results) {
  const broken = results.filter((result) => !result.ok && !/\d+ failed/.test(result.note)).length
  console.log(`\n${table(results)}\n`)
  if (counted.skipped > 0) console.log(`${counted.skipped} skipped, each with its reason in its name`)
  console.log(`${counted.passed} passed, ${counted.failed + broken} failed`)
  process.exit(results.every((result) => result.ok) ? 0 : 1)
}
