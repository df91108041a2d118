// The library: what people keep as files.
import type { Locator, Page } from '@playwright/test'

export class LibraryPage {
  constructor(private readonly page: Page) {}

  get heading(): Locator {
    return this.page.getByRole('heading', { name: 'Library', level: 1 })
  }

  section(name: string): Locator {
    return this.page.getByRole('region', { name: new RegExp(`^${name}`) })
  }

  /** One of what stands in a section, by a text of it. */
  row(section: string, text: string): Locator {
    return this.section(section).getByRole('listitem').filter({ hasText: text })
  }
}
