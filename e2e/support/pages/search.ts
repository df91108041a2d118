// The dialog "Search": a field, and below it what was found.
import type { Locator, Page } from '@playwright/test'

export class Search {
  constructor(private readonly page: Page) {}

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Search', exact: true })
  }

  get field(): Locator {
    return this.dialog.getByRole('searchbox')
  }

  /** All hits, in their order. */
  get hits(): Locator {
    return this.dialog.getByRole('option')
  }

  /** The hits of one session. */
  session(title: string): Locator {
    return this.dialog.getByRole('group', { name: title })
  }

  /** How many places were found, or why none are shown. */
  get status(): Locator {
    return this.dialog.getByRole('status')
  }

  /** By the keyboard, from anywhere. */
  async open(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+Shift+f')
    await this.dialog.waitFor()
  }

  /** What is marked in the timeline, in order. */
  marked(): Promise<string[]> {
    return this.page.evaluate(() =>
      Array.from(CSS.highlights.get('found')?.values() ?? [], (range) => (range as Range).toString()),
    )
  }
}
