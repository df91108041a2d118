// From the start of the process to READY and to the first paint of Home, with 200 sessions.
import { join } from 'node:path'
import { startApp } from '../support/app-process'
import { withBrowser } from '../support/browser'
import { ms } from '../support/report'
import { seedSessions } from '../support/seed-sessions'
import { withWorkspace } from '../support/workspace'
import { type Figure, medianAtMost } from './figure'
import { withWindow } from './window'

const SESSIONS = 200
const TURNS = 10
const FORKS = 3

/** Both times count from the start of the process; the browser is open already. */
export async function measureStart(runs: number): Promise<Figure[]> {
  const ready: number[] = []
  const home: number[] = []
  await withWorkspace(async (workspace) => {
    const dataDir = join(workspace, 'data')
    const sessions = Array.from({ length: SESSIONS }, () => ({ turns: TURNS, forks: FORKS }))
    await seedSessions({ dataDir, workspace, sessions })
    await withBrowser(async (browser) => {
      for (let run = 0; run < runs; run++) {
        await withWindow(browser, ['home-painted.js'], async (page) => {
          const app = await startApp({ dataDir })
          const begunAt = performance.timeOrigin + performance.now() - app.readyMs
          await page.goto(app.address, { waitUntil: 'commit' })
          ready.push(app.readyMs)
          home.push((await page.evaluate<number>('window.tineHomePainted')) - begunAt)
          await app.stop()
        })
      }
    })
  })
  return [
    medianAtMost('start → READY', ready, 400, ms),
    medianAtMost(`start → first paint of Home with ${SESSIONS} sessions`, home, 800, ms),
  ]
}
