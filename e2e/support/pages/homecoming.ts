// The dialogs "Merge" and "Bring back".
import type { Locator, Page } from '@playwright/test'

export class Homecoming {
  constructor(private readonly page: Page) {}

  get merge(): Locator {
    return this.page.getByRole('dialog', { name: 'Merge', exact: true })
  }

  get bringBack(): Locator {
    return this.page.getByRole('dialog', { name: 'Bring back', exact: true })
  }

  /** What looking for conflicts found, in whichever of them is open. */
  get check(): Locator {
    return this.page.getByRole('dialog').getByRole('status', { name: 'Check' })
  }

  get conflicts(): Locator {
    return this.check.getByRole('list', { name: 'Conflicts' })
  }

  /** The line that says what was just done. */
  get news(): Locator {
    return this.page.getByRole('region', { name: 'Just done' })
  }
}
