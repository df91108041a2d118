// The services about worktrees over a real store, real git and real folders, without a host: for tests of their lives.
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createGit } from '../main/adapters/git/create-git'
import { createRescue } from '../main/adapters/rescue/create-rescue'
import { finishCutOff } from '../main/services/worktree/cut-off'
import { Discarding } from '../main/services/worktree/discarding'
import { Freeing } from '../main/services/worktree/freeing'
import { Reconciling } from '../main/services/worktree/reconciling'
import { Restoring } from '../main/services/worktree/restoring'
import { Worktrees } from '../main/services/worktrees'
import type { ThreadRecord } from '../main/store/records'
import type { Store } from '../main/store/store'
import { DEFAULT_SETTINGS } from '../shared/domain/settings'
import { aThread } from './records'
import { testRepository } from './repository-talk'
import { seedSession } from './seed-session'
import type { RepositoryOptions, TemporaryRepository } from './temporary-repository'
import { temporaryStore } from './temporary-store'

/** One life of the app. */
export interface WorktreeLife {
  worktrees: Worktrees
  discarding: Discarding
  freeing: Freeing
  restoring: Restoring
  reconciling: Reconciling
  /** What the start does with what the last life left. */
  begin(): Promise<void>
  /** Ends what runs, as the end of the process would. */
  end(): void
}

export interface WorktreeBench {
  repository: TemporaryRepository
  store: Store
  dataDir: string
  /** A fork at rest whose worktree is planned. */
  planFork(life: WorktreeLife, title: string): Promise<ThreadRecord>
  /** A new life of the app on the same data. */
  live(): WorktreeLife
}

export function worktreeBench(options: RepositoryOptions = {}): WorktreeBench {
  const repository = testRepository(options)
  const dataDir = join(repository.beside, 'data')
  const { store } = temporaryStore({ dataDir })
  const { session, main, project } = seedSession(store)
  store.commit(() => store.projects.update(project.id, { realPath: repository.folder }))
  return {
    repository,
    store,
    dataDir,
    async planFork(life, title) {
      const fork = aThread({
        ...{ sessionId: session.id, parentId: main.id, kind: 'fork', title },
        ...{ isolation: 'worktree', state: 'done', endedAt: 1 },
      })
      const plan = await life.worktrees.plan(main, fork.id, title)
      store.commit(() => {
        store.threads.insert(fork)
        life.worktrees.store(plan, project.id)
      })
      return fork
    },
    live: () => live(store, dataDir),
  }
}

function live(store: Store, dataDir: string): WorktreeLife {
  let at = 1_700_000_000_000
  const rescue = createRescue({ dataDir })
  onTestFinished(() => rescue.close())
  const parts = {
    ...{ store, dataDir, rescue, git: createGit({ dataDir }) },
    clock: { now: () => (at += 1_000), after: () => () => {} },
    log: { info() {}, error() {}, warn() {} },
    tools: { endJobs: async () => {} },
    settings: () => DEFAULT_SETTINGS,
    trusted: async () => true,
  }
  const worktrees = new Worktrees(parts)
  const discarding = new Discarding(parts, worktrees)
  const freeing = new Freeing(parts, worktrees)
  const restoring = new Restoring(parts, worktrees)
  const operations = { worktrees, discarding, freeing, restoring }
  return {
    ...operations,
    reconciling: new Reconciling(parts, worktrees, operations),
    async begin() {
      worktrees.use.takeStock()
      await finishCutOff(parts, operations)
    },
    end: () => rescue.close(),
  }
}

/** Everything in a folder: types, modes and bytes, with the times of files. What git writes when it is asked is left out. */
export function pictureOf(folder: string): Record<string, unknown> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    names.map((name) => {
      const path = join(folder, name)
      const stat = lstatSync(path)
      if (stat.isSymbolicLink()) return [name, readlinkSync(path)]
      if (!stat.isFile()) return [name, stat.mode]
      return [name, `${stat.mode} ${Math.round(stat.mtimeMs)} ${readFileSync(path, 'base64')}`]
    }),
  )
}
