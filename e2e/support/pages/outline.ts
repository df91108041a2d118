// The outline: every thread of the session as a row of a tree.
import type { Locator, Page } from '@playwright/test'

export class Outline {
  constructor(private readonly page: Page) {}

  get tree(): Locator {
    return this.page.getByRole('navigation', { name: 'Outline' }).getByRole('tree')
  }

  get rows(): Locator {
    return this.tree.getByRole('treeitem')
  }

  thread(title: string): Locator {
    return this.rows.filter({ hasText: title })
  }
}
