// The process behind the pictures: a whole host and its door, on a clock that stands still until it is told to move.
// Run from the sources: `node --experimental-transform-types --import src/testing/typescript-imports.mjs THIS DATA BEGIN_MS`.
import { join } from 'node:path'
import { createMemoryVault } from '../../src/main/adapters/system/memory-vault'
import { createHost } from '../../src/main/host/create-host'
import { serveOnLoopback } from '../../src/main/transport/serve-http'
import { MovedClock } from '../../src/testing/moved-clock'

const root = join(import.meta.dirname, '..', '..')
const [dataDir = '', begin = ''] = process.argv.slice(2)
const clock = new MovedClock(() => Number(begin))
const say = (line: string) => process.stderr.write(`${line}\n`)

const host = await createHost({
  door: 'serve',
  dataDir,
  env: process.env,
  vault: createMemoryVault(),
  demo: false,
  resourcesDir: join(root, 'resources'),
  writeLog: say,
  clock,
  // Its time is moved by minutes while an answer is under way.
  stallMs: 86_400_000,
})
const door = await serveOnLoopback({
  host,
  pageFolder: join(root, 'out', 'renderer'),
  port: 0,
  onIncident: (event, cause) => say(`${event}: ${cause}`),
})

process.on('message', ({ advanceMs }: { advanceMs: number }) => {
  clock.advance(advanceMs)
  process.send?.({ now: clock.now() })
})
process.on('disconnect', async () => {
  await door.close()
  await host.close()
  process.exit()
})
process.send?.({ address: `${door.address}/#token=${door.token}` })
