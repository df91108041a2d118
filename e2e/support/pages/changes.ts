// The region "Changes" inside the inspector: the files, the change of one of them, and what is done with the whole.
import type { Locator, Page } from '@playwright/test'

type Act = 'Merge' | 'Bring back' | 'Keep' | 'Discard' | 'Restore'

export class Changes {
  constructor(private readonly page: Page) {}

  get region(): Locator {
    return this.page.getByRole('region', { name: 'Inspector' }).getByRole('region', { name: 'Changes', exact: true })
  }

  get files(): Locator {
    return this.region.getByRole('tree', { name: 'Changed files' })
  }

  /** The row of a file or a folder, by the name it has in the tree. */
  row(name: string): Locator {
    return this.files.getByRole('treeitem').filter({ hasText: name })
  }

  /** The box that takes a file or a folder, by its path; a folder's ends with a slash. */
  box(path: string): Locator {
    return this.files.getByRole('checkbox', { name: `Take ${path}`, exact: true })
  }

  /** The change of the file that is shown. */
  get diff(): Locator {
    return this.region.getByRole('region', { name: /^Change of / })
  }

  button(act: Act): Locator {
    return this.region.getByRole('button', { name: act, exact: true })
  }
}
