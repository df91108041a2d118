// What the stories of the main job start from: a model that follows a script over real HTTP, a repository, and a window
// of an app that knows both.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Simulator, startSimulator } from '../../src/simulator/start-simulator'
import { type TemporaryRepository, temporaryRepository } from '../../src/testing/temporary-repository'
import type { DoorAppOptions } from './door-app'
import { test as base, expect } from './fixtures'
import { AppWindow } from './pages/app-window'

interface StoryFixtures {
  /** The model; what it refuses as no valid request fails the story. */
  model: Simulator
  /** A git repository with a commit. */
  repository: TemporaryRepository
  /** A folder with a file that is under no version control. */
  plainFolder: string
  /** Opens the app with the model as its server; errors in its page fail the story. */
  openWindow: (options?: Partial<DoorAppOptions>) => Promise<AppWindow>
}

const FILES = {
  'README.md': '# abacus\n\nA small calculator.\n',
  'src/sum.js': 'export const sum = (a, b) => a + b\n',
  'src/product.js': 'export const product = (a, b) => a * b\n',
}

/** Errors that only a story itself can have ordered: no request is ever wrong in these ways. */
const ORDERED: ReadonlySet<string> = new Set(['rate_limit_error', 'permission_error'])

export const test = base.extend<StoryFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures out of this pattern
  model: async ({}, use) => {
    const model = await startSimulator()
    await use(model)
    await model.close()
    const refused = model.requests.flatMap(({ error }) => error ?? []).filter(({ type }) => !ORDERED.has(type))
    expect(refused).toEqual([])
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  repository: async ({}, use) => {
    const repository = temporaryRepository({ name: 'abacus', files: FILES })
    await use(repository)
    repository.remove()
  },

  plainFolder: async ({ folder }, use) => {
    const plain = join(folder, 'notes')
    mkdirSync(plain)
    writeFileSync(join(plain, 'todo.txt'), 'buy milk\n')
    await use(plain)
  },

  openWindow: async ({ model, openApp }, use) => {
    const windows: AppWindow[] = []
    await use(async (options = {}) => {
      const env = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'sk-ant-story', ...options.env }
      const window = await AppWindow.of(await openApp({ ...options, env }))
      windows.push(window)
      return window
    })
    expect(windows.flatMap((window) => window.problems)).toEqual([])
  },
})

export { expect } from './fixtures'
