// Opening a large session from Home: when its first rows are painted, and how many nodes the document has.
import { openSessionInPage, withBrowser } from '../support/browser'
import { count, ms } from '../support/report'
import { atMost, type Figure, medianAtMost } from './figure'
import { HUGE, LARGE, nth, withSeededApp } from './seeded-app'

/** Each opening in a new window. */
export async function measureOpen(runs: number): Promise<Figure[]> {
  return [...(await open(LARGE, runs, 500)), ...(await open(HUGE, runs, 1_000))]
}

async function open(size: typeof LARGE | typeof HUGE, runs: number, limitMs: number): Promise<Figure[]> {
  return withSeededApp([size], async ({ app, sessions }) =>
    withBrowser(async (browser) => {
      const openings = []
      for (let run = 0; run < runs; run++)
        openings.push(await openSessionInPage(browser, app.address, nth(sessions, 0).title))
      const name = `${count(size.turns)} turns, ${size.forks} forks`
      const most = Math.max(...openings.map(({ mostNodes }) => mostNodes))
      return [
        medianAtMost(
          `${name}: click → first rows`,
          openings.map(({ rowsMs }) => rowsMs),
          limitMs,
          ms,
        ),
        medianAtMost(
          `${name}: click → their words`,
          openings.map(({ wordsMs }) => wordsMs),
          limitMs,
          ms,
        ),
        atMost(`${name}: most DOM nodes, at the end and at 20 places`, most, 1_500),
      ]
    }),
  )
}
