// `node scripts/test-electron.mjs`: prepares the Electron the tests run on and prints where it is, one NAME=VALUE a line.
import { prepareTestElectron } from './lib/test-electron.mjs'

const prepared = await prepareTestElectron()
if (prepared.missing) {
  console.error(`no Electron for tests: ${prepared.missing}`)
  process.exitCode = 1
} else {
  for (const [name, value] of Object.entries(prepared.env)) console.log(`${name}=${value}`)
}
