// The keyboard as the only way in: every event of a pointer fails the story, and where the focus lands can be seen.
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures'
import type { AppWindow } from './pages/app-window'

/** As many steps of Tab or F6 are taken at most before something counts as out of reach. */
const FAR = 40

export class KeyboardOnly {
  private constructor(private readonly window: AppWindow) {}

  /** Takes the pointer away from a window; one that was started again needs it anew. */
  static async of(window: AppWindow): Promise<KeyboardOnly> {
    await window.page.evaluate(() => {
      const used: string[] = []
      for (const type of ['pointerdown', 'pointermove', 'wheel'])
        addEventListener(type, ({ isTrusted }) => isTrusted && used.push(type), { capture: true, passive: true })
      Object.assign(globalThis, { pointerUsed: used })
    })
    return new KeyboardOnly(window)
  }

  private get page(): Page {
    return this.window.page
  }

  /** Opens a folder, and the first session in it. */
  async openFolder(path: string): Promise<void> {
    const { home, composer } = this.window
    await this.press('ControlOrMeta+o')
    await this.expectFocus(home.folderDialog.getByRole('textbox', { name: 'Folder' }))
    await this.type(path)
    await this.press('Enter')
    await this.expectFocus(composer.message)
  }

  /** Sends a message, with the focus in its field. */
  async say(text: string): Promise<void> {
    await this.expectFocus(this.window.composer.message)
    await this.type(text, 'Shift+Enter')
    await this.press('Enter')
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Types lines of text, with a key between them. */
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
