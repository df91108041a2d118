// Compares what is on show with its pictures, in both themes.
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/fixtures'

const THEMES = ['light', 'dark'] as const

/** What the pictures were taken with: the widths of a sentence in both of its fonts, in pixels. */
const FONT = { text: 306, mono: 344 }
const SENTENCE = 'Quick forks jump over 0123456789 lazy trunks'

/** Why the pictures cannot be compared with on this machine; null where they can. */
export async function otherFont(page: Page): Promise<string | null> {
  const found = await page.evaluate((sentence) => {
    const widthIn = (font: string) => {
      const span = document.createElement('span')
      span.style.cssText = `position: absolute; white-space: pre; font: ${font}`
      span.textContent = sentence
      document.body.append(span)
      const { width } = span.getBoundingClientRect()
      span.remove()
      return Math.round(width)
    }
    const { font } = getComputedStyle(document.body)
    return { text: widthIn(font), mono: widthIn(font.replace(/(?<=px )[^/]*$/, getMono())) }
    function getMono() {
      return getComputedStyle(document.documentElement).getPropertyValue('--mono')
    }
  }, SENTENCE)
  if (Math.abs(found.text - FONT.text) <= 1 && Math.abs(found.mono - FONT.mono) <= 1) return null
  return `the fonts differ from those of the pictures: ${JSON.stringify(found)} instead of ${JSON.stringify(FONT)}`
}

/** What is another in every run, and what stands for it in the pictures; as long, so that nothing moves. */
const CHANGING: readonly (readonly [pattern: string, shown: string])[] = [
  ['req_[0-9A-Za-z]{16,}', 'req_01Picture000000000000'],
  ['tine-(e2e|repository)-[0-9A-Za-z]{6}', 'tine-$1-folder'],
  // Those that the story mints are the same each time, and earlier.
  ['(ses|trn|prj|thr)_01m8[0-9a-z]{22}', '$1_01m8picture000000000000000'],
  ['127\\.0\\.0\\.1:\\d+', '127.0.0.1:40000'],
  ['\\b[0-9a-f]{7,64}\\b(?=[^a-z]|$)', '0123abc'],
]

/** The windows it is looked at in by people, where `TINE_SIZES` names a folder for that. */
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
] as const

/** How long a story of pictures may take. */
export const PICTURES_MS = process.env.TINE_SIZES ? 600_000 : 120_000

/** The theme's pictures of all, or of a part of the window, by name. What differs fails the story at its end. */
export async function look(page: Page, name: string, part?: Locator): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect.soft(part ?? page).toHaveScreenshot(`${name}-${colorScheme}.png`, {
      animations: 'disabled',
      caret: 'hide',
      // Edges of letters are drawn a little differently by other versions of the browser; a figure that changed is more than that.
      threshold: 0.25,
      maxDiffPixelRatio: 0.0004,
    })
    if (process.env.TINE_SIZES) await keepSizes(page, process.env.TINE_SIZES, `${name}-${colorScheme}`)
  }
}

/** Writes the whole window in each of its sizes, to be looked at; what is open stays open. */
async function keepSizes(page: Page, folder: string, name: string): Promise<void> {
  const before = page.viewportSize()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    // Where what depends on the size of the window has been drawn anew.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await page.screenshot({ path: join(folder, String(size.width), `${name}.png`), animations: 'disabled' })
  }
  if (before) await page.setViewportSize(before)
}

/** Has a page show the same in every run, from before anything is drawn. */
export async function standStill(page: Page): Promise<void> {
  await page.addInitScript(writeOver, CHANGING)
}

/** Runs in the page: writes over the texts that change, as soon as React has written them. */
function writeOver(changing: readonly (readonly [string, string])[]): void {
  const shownFor = (text: string) =>
    changing.reduce((said, [pattern, word]) => said.replace(new RegExp(pattern, 'g'), word), text)
  const write = (node: Node) => {
    if (node instanceof Text) {
      const shown = shownFor(node.data)
      if (shown !== node.data) node.data = shown
    } else if (node instanceof HTMLInputElement && node.type !== 'password') {
      const shown = shownFor(node.value)
      if (shown !== node.value) node.value = shown
    }
    for (const child of node.childNodes) write(child)
  }
  const observer = new MutationObserver((records) => {
    for (const { target } of records) write(target)
  })
  observer.observe(document, { childList: true, characterData: true, subtree: true })
}
