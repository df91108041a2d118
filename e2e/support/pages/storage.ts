// The screen "Storage": all worktrees with what they take, what does not agree, and what belongs to none.
import type { Locator, Page } from '@playwright/test'

type Act = 'Discard' | 'Restore' | 'Free…'

export class Storage {
  constructor(private readonly page: Page) {}

  get heading(): Locator {
    return this.page.getByRole('heading', { name: 'Storage', level: 1 })
  }

  /** The row of a worktree, by the title of its thread. */
  row(title: string): Locator {
    return this.page.getByRole('row').filter({ has: this.page.getByRole('button', { name: title, exact: true }) })
  }

  owner(title: string): Locator {
    return this.row(title).getByRole('button', { name: title, exact: true })
  }

  button(title: string, act: Act): Locator {
    return this.row(title).getByRole('button', { name: act, exact: true })
  }

  get differences(): Locator {
    return this.page.getByRole('region', { name: 'Differences' })
  }

  get orphans(): Locator {
    return this.page.getByRole('region', { name: 'Orphans' })
  }

  async measureAgain(): Promise<void> {
    await this.page.getByRole('button', { name: 'Measure again' }).click()
  }
}
