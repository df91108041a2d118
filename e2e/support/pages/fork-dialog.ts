// The dialog "Fork from turn N".
import type { Locator, Page } from '@playwright/test'

export type Place = 'New worktree' | 'Same folder' | 'Same folder, read-only'

export class ForkDialog {
  constructor(private readonly page: Page) {}

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: /^Fork from turn \d+$/ })
  }

  get directives(): Locator {
    return this.dialog.getByRole('textbox', { name: 'Directives' })
  }

  get forecast(): Locator {
    return this.dialog.getByLabel('Forecast')
  }

  get startButton(): Locator {
    return this.dialog.getByRole('button', { name: /^Start (fork|\d+ forks)$/ })
  }

  get reportBack(): Locator {
    return this.dialog.getByRole('checkbox', { name: 'Report back' })
  }

  kind(name: 'Worker' | 'Branch'): Locator {
    return this.dialog.getByRole('radiogroup', { name: 'Kind' }).getByRole('radio', { name, exact: true })
  }

  place(name: Place): Locator {
    return this.dialog.getByRole('radiogroup', { name: 'Place' }).getByRole('radio', { name, exact: true })
  }
}
