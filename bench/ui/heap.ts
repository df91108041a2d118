// What opening and closing large sessions leaves behind in the page's heap.
import type { CDPSession } from '@playwright/test'
import { withBrowser } from '../support/browser'
import { bytes } from '../support/report'
import { atMost, type Figure } from './figure'
import { LARGE, nth, withSeededApp } from './seeded-app'
import { backHome, enterSession, withWindow } from './window'

const SESSIONS = 20

/** Opens twenty sessions one after the other, each scrolled to its beginning, with Home in between. */
export async function measureHeap(): Promise<Figure[]> {
  const grown = await withSeededApp(
    Array.from({ length: SESSIONS }, () => LARGE),
    ({ app, sessions }) =>
      withBrowser((browser) =>
        withWindow(browser, [], async (page) => {
          const cdp = await page.context().newCDPSession(page)
          await page.goto(app.address)
          await page.getByRole('heading', { name: nth(sessions, 0).title, exact: true }).waitFor()
          const before = await heapOf(cdp)
          for (const { title } of sessions) {
            await enterSession(page, title)
            await page.evaluate(`document.querySelector('[role="feed"]').scrollTop = 0`)
            await page.getByRole('article', { name: 'Turn 1', exact: true }).getByRole('heading').waitFor()
            await backHome(page, title)
          }
          return (await heapOf(cdp)) - before
        }),
      ),
  )
  return [atMost(`heap after ${SESSIONS} sessions of 1,000 turns were opened and closed`, grown, 30 * 1024 ** 2, bytes)]
}

/** Bytes in use once what nobody needs is gone. */
async function heapOf(cdp: CDPSession): Promise<number> {
  for (let n = 0; n < 3; n++) await cdp.send('HeapProfiler.collectGarbage')
  return (await cdp.send('Runtime.getHeapUsage')).usedSize
}
