// `npm run check`: everything a commit must pass; `-- --quick` leaves out the unit tests.
import { staticChecks } from './lib/checks.mjs'
import { runSteps, table } from './lib/steps.mjs'
import { runUnitTests } from './lib/unit-tests.mjs'

const [flag, ...rest] = process.argv.slice(2)
if ((flag !== undefined && flag !== '--quick') || rest.length > 0) {
  console.error(`check: unknown argument ${rest[0] ?? flag}; there is only --quick`)
  process.exit(2)
}

const steps = flag === '--quick' ? staticChecks : [...staticChecks, { name: 'unit tests', run: runUnitTests }]
const results = await runSteps(steps)
console.log(`\n${table(results)}`)
process.exitCode = results.every((result) => result.ok) ? 0 : 1
