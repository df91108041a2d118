import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}', '{bin,scripts}/**/*.test.mjs'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // What is waited for comes about in milliseconds, unless the machine has other things to do.
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    // The threads the code starts run straight from the sources as well.
    execArgv: ['--import', new URL('src/testing/typescript-imports.mjs', import.meta.url).href],
    // Two cores are the smallest machine we promise to be tested on; more workers only make timings noisier there.
    maxWorkers: 2,
  },
})
