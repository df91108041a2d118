// Owns the page under measurement: a session opened from Home by a click, in Debian's Chromium.
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from '@playwright/test'

const FIRST_ROWS = fileURLToPath(new URL('first-rows.js', import.meta.url))
/** The number of nodes counts once it has stayed the same this long. */
const SETTLED_MS = 300
/** Places of the whole height at which the nodes are counted as well. */
const PLACES = 20

export interface PageOpening {
  /** Milliseconds from the click until the first rows were painted. */
  rowsMs: number
  /** And until every row in view has its words. */
  wordsMs: number
  /** Nodes of the whole document once it has settled at the end of the session. */
  nodes: number
  /** The most nodes at any of the places the timeline was then scrolled to. */
  mostNodes: number
}

/** Runs `work` with a browser that nothing else uses. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    executablePath: process.env.TINE_TEST_CHROMIUM ?? '/usr/bin/chromium',
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** Opens Home in a context of its own, clicks on the session and measures what comes. */
export async function openSessionInPage(browser: Browser, address: string, title: string): Promise<PageOpening> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  try {
    await page.addInitScript({ path: FIRST_ROWS })
    await page.goto(address)
    const link = page.getByRole('link').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    await link.click()
    const times = await page.evaluate<Pick<PageOpening, 'rowsMs' | 'wordsMs'>>('window.tineBench')
    const nodes = await settledNodes()
    let mostNodes = nodes
    for (let place = PLACES - 1; place >= 0; place--) {
      await page.evaluate(
        `(() => { const feed = document.querySelector('[role="feed"]'); feed.scrollTop = feed.scrollHeight * ${place / PLACES} })()`,
      )
      mostNodes = Math.max(mostNodes, await settledNodes())
    }
    return { ...times, nodes, mostNodes }
  } finally {
    await page.close()
  }

  async function settledNodes(): Promise<number> {
    const count = () => page.evaluate<number>('document.querySelectorAll("*").length')
    for (let before = await count(); ; ) {
      await page.waitForTimeout(SETTLED_MS)
      const now = await count()
      if (now === before) return now
      before = now
    }
  }
}
