// The settings.
import type { Locator, Page } from '@playwright/test'

export class SettingsPage {
  constructor(private readonly page: Page) {}

  get heading(): Locator {
    return this.page.getByRole('heading', { name: 'Settings', level: 1 })
  }

  get apiKey(): Locator {
    return this.page.getByLabel('API key', { exact: true })
  }

  get baseUrl(): Locator {
    return this.page.getByRole('textbox', { name: 'Base URL' })
  }

  get provider(): Locator {
    return this.page.getByRole('region', { name: 'Provider' })
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true })
  }

  async save(): Promise<void> {
    await this.page.getByRole('button', { name: 'Save', exact: true }).click()
    await this.page.getByText('All saved', { exact: true }).waitFor()
  }

  async back(): Promise<void> {
    await this.page.getByRole('button', { name: 'Back', exact: true }).click()
  }
}
