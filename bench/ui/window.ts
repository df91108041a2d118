// Owns a window on the app under measurement, and the way a person takes in it.
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'

/** As large as a small laptop's screen. */
export const VIEWPORT = { width: 1440, height: 900 }

/** The path of a script that runs in the page before its own. */
export function pageScript(name: string): string {
  return fileURLToPath(new URL(`page/${name}`, import.meta.url))
}

/** Opens a window, runs `work` in it and closes it. */
export async function withWindow<T>(
  browser: Browser,
  scripts: readonly string[],
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await browser.newPage({ viewport: VIEWPORT })
  try {
    for (const script of ['rows-read.js', ...scripts]) await page.addInitScript({ path: pageScript(script) })
    return await work(page)
  } finally {
    await page.close()
  }
}

/** From Home into a session by a click; resolves when the rows in view have their words. */
export async function enterSession(page: Page, title: string): Promise<void> {
  await page
    .getByRole('link')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .click()
  await page.evaluate('window.tineRowsRead()')
}

/** Back to Home, as by the browser's own button; resolves when its list is there. */
export async function backHome(page: Page, title: string): Promise<void> {
  await page.goBack()
  await page.getByRole('heading', { name: title, exact: true }).waitFor()
}
