// Home: the first screen, where folders and sessions are opened.
import type { Locator, Page } from '@playwright/test'

export class HomePage {
  constructor(private readonly page: Page) {}

  /** The heading of the very first start, when there is no project yet. */
  get firstRun(): Locator {
    return this.page.getByRole('heading', { name: 'Start with a folder' })
  }

  get openButton(): Locator {
    return this.page.getByRole('button', { name: 'Open a folder' })
  }

  get demoButton(): Locator {
    return this.page.getByRole('button', { name: 'Try the demo' })
  }

  /** The way in when all of the app is a demo: its sample project is there, and its first message is written. */
  get sampleButton(): Locator {
    return this.page.getByRole('button', { name: 'New session in abacus' })
  }

  get keyButton(): Locator {
    return this.page.getByRole('button', { name: 'Add an API key' })
  }

  get folderDialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Open a folder' })
  }

  get sessions(): Locator {
    return this.page.getByRole('main', { name: 'Sessions' })
  }

  /** The sessions under one of the headings "Needs you", "Running" and "Recent". */
  group(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true })
  }

  session(title: string): Locator {
    return this.page.getByRole('link').filter({ has: this.page.getByRole('heading', { name: title }) })
  }

  /** Asks for a folder by its path; what comes of it is the story's to see. */
  async askForFolder(path: string): Promise<void> {
    if (!(await this.folderDialog.isVisible())) await this.openButton.click()
    await this.folderDialog.getByRole('textbox', { name: 'Folder' }).fill(path)
    await this.folderDialog.getByRole('button', { name: 'Open', exact: true }).click()
  }

  /** Opens a folder and the first session in it. */
  async openFolder(path: string): Promise<void> {
    await this.askForFolder(path)
    await this.page.getByRole('textbox', { name: 'Message' }).waitFor()
  }

  /** Goes to Home from wherever the window is. */
  async open(): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'All sessions' }).click()
    await this.sessions.waitFor()
  }

  async openSession(title: string): Promise<void> {
    await this.session(title).click()
    await this.page.getByRole('textbox', { name: 'Message' }).waitFor()
  }
}
