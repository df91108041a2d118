// What every story starts from: `test` with an app to open, through the door of the project it runs in.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, test as base } from '@playwright/test'
import type { DoorApp, DoorAppOptions, DoorName } from './door-app'
import { launchElectron } from './electron-app'
import { launchServe } from './serve-app'

export interface DoorOptions {
  door: DoorName
}

interface StoryFixtures {
  /** A folder of this test's own, outside any repository; its real path. */
  folder: string
  /** Opens the app; without `dataDir` on a new data folder. What is still open at the end is closed. */
  openApp: (options?: Partial<DoorAppOptions>) => Promise<DoorApp>
}

interface WorkerFixtures extends DoorOptions {
  /** Chromium, started when the first page is wanted. */
  chromium: () => Promise<Browser>
}

/** Debian's Chromium; Playwright's own cannot be had everywhere. */
const launchOptions = {
  executablePath: process.env.TINE_TEST_CHROMIUM ?? '/usr/bin/chromium',
  chromiumSandbox: process.getuid?.() !== 0,
  args: [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
  ],
}

export const test = base.extend<StoryFixtures, WorkerFixtures>({
  door: ['serve', { scope: 'worker', option: true }],

  chromium: [
    async ({ playwright }, use) => {
      let browser: Promise<Browser> | undefined
      await use(() => {
        browser ??= playwright.chromium.launch(launchOptions)
        return browser
      })
      await (await browser)?.close()
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures out of this pattern
  folder: async ({}, use) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tine-e2e-')))
    await use(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  },

  openApp: async ({ door, chromium, folder }, use, testInfo) => {
    const apps: DoorApp[] = []
    await use(async (options = {}) => {
      const whole = { dataDir: join(folder, `data-${apps.length}`), ...options }
      const app = door === 'electron' ? await launchElectron(whole) : await launchServe(await chromium(), whole)
      apps.push(app)
      return app
    })
    for (const app of apps) {
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('log', { body: app.log(), contentType: 'text/plain' })
      await app.close()
    }
  },
})

export { expect } from '@playwright/test'
