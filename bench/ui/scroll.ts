// A sweep from the end of a large session to its beginning: how long frames take, and whether a row is ever seen without its words.
import { withBrowser } from '../support/browser'
import { count, ms } from '../support/report'
import { atMost, type Figure, medianAtMost, percentile } from './figure'
import { LARGE, nth, withSeededApp } from './seeded-app'
import { enterSession, withWindow } from './window'

/** Pixels per frame: a notch of a wheel in each, which is as fast as a wheel that spins freely. */
const STEP = 120

interface Sweep {
  /** Milliseconds from frame to frame. */
  frames: number[]
  rows: number
  blank: number
}

/** One sweep through the whole session, whose pages nobody has read before, looked at in as many stretches as there are runs. */
export async function measureScroll(runs: number): Promise<Figure[]> {
  const sweeps: Sweep[] = []
  await withSeededApp([LARGE], ({ app, sessions }) =>
    withBrowser((browser) =>
      withWindow(browser, ['scroll-sweep.js'], async (page) => {
        await page.goto(app.address)
        await enterSession(page, nth(sessions, 0).title)
        for (let run = 1; run <= runs; run++)
          sweeps.push(await page.evaluate<Sweep>(`window.tineSweep(${STEP}, ${1 - run / runs})`))
      }),
    ),
  )
  const frames = sweeps.reduce((sum, sweep) => sum + sweep.frames.length, 0)
  const rows = sweeps.reduce((sum, sweep) => sum + sweep.rows, 0)
  const blank = sweeps.reduce((sum, sweep) => sum + sweep.blank, 0)
  return [
    medianAtMost(
      `scroll sweep, ${STEP} px per frame: p95 frame`,
      sweeps.map((sweep) => percentile(sweep.frames, 0.95)),
      50,
      ms,
    ),
    atMost(`scroll sweep: rows without content, of ${count(rows)} seen in ${count(frames)} frames`, blank, 0),
  ]
}
