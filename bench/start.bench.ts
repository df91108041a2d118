// From the start of the process to READY of `tine serve`, beside what Node alone takes.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { startApp } from './support/app-process'
import { heading, median, ms, spread, table } from './support/report'
import { seedSessions } from './support/seed-sessions'
import { withWorkspace } from './support/workspace'

const RUNS = 5
const SESSIONS = 200
const TURNS = 10
const FORKS = 3

/** Prints the table. */
export async function main(): Promise<void> {
  heading('Start: from the start of the process to READY')
  await withWorkspace(async (workspace) => {
    const full = join(workspace, 'full')
    const sessions = Array.from({ length: SESSIONS }, () => ({ turns: TURNS, forks: FORKS }))
    await seedSessions({ dataDir: full, workspace, sessions })
    const unit: number[] = []
    const empty: number[] = []
    const filled: number[] = []
    // One of each in turn: what else the machine does falls on all of them alike.
    for (let run = 0; run < RUNS; run++) {
      unit.push(nodeAlone())
      empty.push(await readyIn(join(workspace, `empty-${run}`)))
      filled.push(await readyIn(full))
    }
    const row = (name: string, times: readonly number[]) => [
      name,
      ms(median(times)),
      spread(times),
      `${(median(times) / median(unit)).toFixed(1)}×`,
    ]
    table(
      ['', `median of ${RUNS}`, 'spread', 'in units'],
      [
        row('`node -e 0` (the unit)', unit),
        row('`tine serve`, new data folder', empty),
        row(`\`tine serve\`, ${SESSIONS} sessions with ${TURNS} turns and ${FORKS} forks each`, filled),
      ],
    )
  })
}

function nodeAlone(): number {
  const begun = performance.now()
  spawnSync(process.execPath, ['-e', '0'])
  return performance.now() - begun
}

async function readyIn(dataDir: string): Promise<number> {
  const app = await startApp({ dataDir })
  await app.stop()
  return app.readyMs
}
