// The inspector: one thread from all sides.
import type { Locator, Page } from '@playwright/test'

type Tab = 'Conversation' | 'Changes' | 'Cost' | 'Info'

export class Inspector {
  constructor(private readonly page: Page) {}

  get region(): Locator {
    return this.page.getByRole('region', { name: 'Inspector' })
  }

  get heading(): Locator {
    return this.region.getByRole('heading', { level: 2 })
  }

  get conversation(): Locator {
    return this.region.getByRole('log', { name: 'Conversation' })
  }

  get changedFiles(): Locator {
    return this.region.getByRole('tree', { name: 'Changed files' })
  }

  get resumeForm(): Locator {
    return this.region.getByRole('form', { name: 'Resume' })
  }

  /** The choice for how long to keep the thread warm, while it is open. */
  get keepWarmChoice(): Locator {
    return this.page.getByRole('dialog', { name: 'Keep warm' })
  }

  /** The value that stands behind a label of the Info tab. */
  fact(label: string): Locator {
    return this.region
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${label}$`) })
      .locator('xpath=following-sibling::dd[1]')
  }

  /** The text of such a value. */
  async textOf(label: string): Promise<string> {
    return (await this.fact(label).textContent())?.trim() ?? ''
  }

  async show(tab: Tab): Promise<void> {
    await this.region.getByRole('tab', { name: tab }).click()
  }

  async close(): Promise<void> {
    await this.region.getByRole('button', { name: 'Close inspector' }).click()
  }

  /** Takes the thread up where it stood, or with a further question. */
  async resume(question = ''): Promise<void> {
    await this.resumeForm.getByRole('textbox', { name: 'Further question' }).fill(question)
    await this.resumeForm.getByRole('button', { name: 'Resume' }).click()
  }
}
