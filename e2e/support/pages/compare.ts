// The screen "Compare": threads in columns from their common ancestor.
import type { Locator, Page } from '@playwright/test'

export class Compare {
  constructor(private readonly page: Page) {}

  get region(): Locator {
    return this.page.getByRole('region', { name: 'Compare', exact: true })
  }

  /** The header of a thread's column. */
  column(title: string): Locator {
    return this.region
      .getByRole('columnheader')
      .filter({ has: this.page.getByRole('heading', { name: title, exact: true }) })
  }

  /** The cell of a row, by its label, in the nth column from 1. */
  cell(label: string, n: number): Locator {
    const row = this.region.getByRole('row').filter({ has: this.page.getByRole('rowheader', { name: label }) })
    // Not by their role: a diff is a table as well.
    return row.locator('> td').nth(n - 1)
  }

  /** The bar that names what is marked. */
  get bar(): Locator {
    return this.page.getByRole('region', { name: 'Marked to compare' })
  }
}
