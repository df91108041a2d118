// A real store in a folder of its own, closed and removed when the test that made it has finished.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type OpenStoreOptions, openStore, type Store } from '../main/store/store'

export interface TemporaryStore {
  /** The store that is open now: another one after `reopen`. */
  readonly store: Store
  readonly dataDir: string
  /** Closes the store and opens it again from its files, as the next start of the application does. */
  reopen(): Store
}

/** An empty folder that is gone when the test has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tine-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Opens an empty store for the running test. */
export function temporaryStore(options: Partial<OpenStoreOptions> = {}): TemporaryStore {
  const dataDir = options.dataDir ?? join(temporaryFolder(), 'data')
  const open = (): Store => openStore({ door: 'test', ...options, dataDir })
  let store = open()
  // Hooks run in reverse order: the store is closed before its folder is removed.
  onTestFinished(() => store.close())
  return {
    get store() {
      return store
    },
    dataDir,
    reopen() {
      store.close()
      store = open()
      return store
    },
  }
}
