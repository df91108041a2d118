// The window of an app, whichever door it came through; it stays the same object when the app is started again.
import type { Page } from '@playwright/test'
import type { DoorApp } from '../door-app'
import { PageParts } from './page-parts'

/** What the app is drawn for; the serve door's browser is made this large. */
const SIZE = { width: 1440, height: 900 }

export class AppWindow extends PageParts {
  /** What went wrong in the page without anybody being told: errors thrown, and errors on the console. */
  readonly problems: string[] = []

  private constructor(readonly app: DoorApp) {
    super()
  }

  static async of(app: DoorApp): Promise<AppWindow> {
    const window = new AppWindow(app)
    await window.watch()
    return window
  }

  override get page(): Page {
    return this.app.page
  }

  /** kill -9, then started again on the same data folder. */
  async killAndStartAgain(): Promise<void> {
    await this.app.kill()
    await this.startAgain()
  }

  /** Ended as a person would, then started again on the same data folder. */
  async closeAndStartAgain(): Promise<void> {
    await this.app.close()
    await this.startAgain()
  }

  private async startAgain(): Promise<void> {
    await this.app.relaunch()
    await this.watch()
  }

  private async watch(): Promise<void> {
    const { page, door } = this.app
    page.on('pageerror', (error) => this.problems.push(String(error)))
    page.on('console', (message) => {
      // The host is killed on purpose by some stories; the page says that it lost it.
      if (message.type() === 'error' && !/WebSocket connection to/.test(message.text()))
        this.problems.push(message.text())
    })
    if (door === 'serve') await page.setViewportSize(SIZE)
  }
}
