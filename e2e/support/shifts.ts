// What moves in the timeline by itself, as the browser measures it.
import type { Page } from '@playwright/test'

/** Notes from now on whatever shifts in the timeline without the person having done anything. */
export async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noted: string[] = []
    const within = (node: Node | null) =>
      (node instanceof Element ? node : node?.parentElement)?.closest('[role="feed"]')
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources, hadRecentInput } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
        }
        if (hadRecentInput) continue
        for (const { node, previousRect: from, currentRect: to } of sources)
          if (within(node))
            noted.push(`${value.toFixed(5)} ${node?.textContent?.slice(0, 40)} ${from.x},${from.y} → ${to.x},${to.y}`)
      }
    }).observe({ type: 'layout-shift' })
    Object.assign(globalThis, { noted })
  })
}

/** What shifted since, as a sentence each. */
export async function shifts(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { noted: string[] }).noted)
}
