import { defineConfig } from '@playwright/test'
import type { DoorOptions } from './e2e/support/fixtures'

// Every story runs through serve mode. Those tagged @electron run through the real Electron as well, those tagged @electron-only there alone.
export default defineConfig<object, DoorOptions>({
  testDir: 'e2e',
  timeout: 60_000,
  globalTimeout: 12 * 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // A shared machine may hold a window up for seconds. What needs its second try there is told apart in the summary.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  // The stories that compare pictures are run through one door, and skip themselves where the fonts differ.
  snapshotPathTemplate: '{testDir}/pictures/baselines/{arg}{ext}',
  use: { screenshot: 'only-on-failure', trace: process.env.TINE_TEST_TRACE ? 'retain-on-failure' : 'off' },
  projects: [
    { name: 'serve', outputDir: 'test-results/serve', use: { door: 'serve' }, grepInvert: /@electron-only/ },
    { name: 'electron', outputDir: 'test-results/electron', use: { door: 'electron' }, grep: /@electron/, workers: 1 },
  ],
})
