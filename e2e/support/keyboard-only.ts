// The keyboard as the only way in: every event of a pointer fails the story, and where the focus lands can be seen.
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures'

/** As many steps of Tab or F6 are taken at most before something counts as out of reach. */
const FAR = 40

export class KeyboardOnly {
  private constructor(private readonly page: Page) {}

  /** Takes the pointer away from a page; the window of an app that was started again needs it anew. */
  static async of(page: Page): Promise<KeyboardOnly> {
    await page.evaluate(() => {
      const used: string[] = []
      for (const type of ['pointerdown', 'pointermove', 'wheel'])
        addEventListener(type, ({ isTrusted }) => isTrusted && used.push(type), { capture: true, passive: true })
      Object.assign(globalThis, { pointerUsed: used })
    })
    return new KeyboardOnly(page)
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Types lines of text; between them stands Shift+Enter or, in a field of lines, Enter. */
  async type(text: string, between = 'Enter'): Promise<void> {
    for (const [n, line] of text.split('\n').entries()) {
      if (n > 0) await this.page.keyboard.press(between)
      await this.page.keyboard.type(line)
    }
  }

  /** Through the regions of the screen, until this has the focus. */
  walkTo(target: Locator): Promise<void> {
    return this.stepTo(target, 'F6')
  }

  /** In the order of Tab, until this has the focus. */
  tabTo(target: Locator): Promise<void> {
    return this.stepTo(target, 'Tab')
  }

  private async stepTo(target: Locator, key: string): Promise<void> {
    await target.waitFor({ state: 'attached' })
    for (let step = 0; step < FAR && !(await isFocused(target)); step += 1) await this.page.keyboard.press(key)
    await this.expectFocus(target)
  }

  /** The focus is here, and a person sees that it is: a ring around it or what frames it, or a caret. */
  async expectFocus(target: Locator): Promise<void> {
    await expect(target).toBeFocused()
    await expect.poll(() => target.evaluate(shown), 'the focus is visible').toBe(true)
  }

  /** At the end of a story: no pointer was needed. */
  async expectUnused(): Promise<void> {
    const used = await this.page.evaluate(() => Reflect.get(globalThis, 'pointerUsed'))
    expect(used, 'events of a pointer').toEqual([])
  }
}

function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement)
}

/** Runs in the page. A heading that a screen begins with is read, not operated, and has no ring. */
function shown(element: Element): boolean {
  if (element.matches('input:not([type=checkbox], [type=radio]), textarea, h1, h2')) return true
  const ring = (style: CSSStyleDeclaration) =>
    style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
  const framed = [element, element.parentElement, element.parentElement?.parentElement]
  return framed.some((each) => each && (ring(getComputedStyle(each)) || ring(getComputedStyle(each, '::after'))))
}
