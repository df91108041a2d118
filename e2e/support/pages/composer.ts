// The composer: the text for the selected thread, and what may be done with it.
import type { Locator, Page } from '@playwright/test'

export class Composer {
  constructor(private readonly page: Page) {}

  get form(): Locator {
    return this.page.getByRole('form', { name: 'Composer' })
  }

  get message(): Locator {
    return this.form.getByRole('textbox', { name: 'Message' })
  }

  get sendButton(): Locator {
    return this.form.getByRole('button', { name: 'Send', exact: true })
  }

  get stopButton(): Locator {
    return this.form.getByRole('button', { name: 'Stop', exact: true })
  }

  /** The listbox of slash commands. */
  get commands(): Locator {
    return this.form.getByRole('listbox', { name: 'Commands' })
  }

  async send(text: string): Promise<void> {
    await this.message.fill(text)
    await this.sendButton.click()
  }

  /** Changes what is asked before tools run, from the next turn on. */
  async mode(label: 'Ask' | 'Accept edits' | 'Plan' | 'Bypass'): Promise<void> {
    const field = this.form.getByRole('combobox', { name: 'Permission mode' })
    await field.selectOption({ label })
    await this.form.locator('select:enabled').waitFor()
  }
}
