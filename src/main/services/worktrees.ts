// The worktrees of threads: planned with the thread, made beside its first request, checked before every command.

import { join } from 'node:path'
import { FailureError } from '../../shared/contract/failure'
import type { ThreadRecord, WorktreeRecord } from '../store/records'
import type { Commit } from '../store/store'
import type { HostParts } from './host-parts'
import { logIncident } from './incident'
import type { HeadFacts, MainDifference, MainSnapshot, WorktreePlan } from './ports/git'
import { projectOfThread, threadOf } from './threads'
import { announceThread, worktreeView } from './views'

type WorktreeParts = Pick<HostParts, 'store' | 'clock' | 'git' | 'trusted' | 'log' | 'dataDir'>

const MOST_MS = 2_000

export interface ThreadPlace {
  /** The folder the thread's tools work in. */
  folder: string
  /** For an isolated thread: the folder its inherited paths point into. */
  mapFrom: string | null
  worktree: WorktreeRecord | null
}

export class Worktrees {
  private readonly creating = new Map<string, Promise<void>>()
  private readonly restoring = new Map<string, Promise<void>>()
  private readonly leaving = new Map<string, Promise<unknown>>()

  constructor(private readonly parts: WorktreeParts) {}

  /** Where a thread works: its own worktree, or that of the nearest ancestor that has one, or the project. */
  place(thread: ThreadRecord): ThreadPlace {
    const { store } = this.parts
    const project = projectOfThread(store, thread)
    for (let at: ThreadRecord | undefined = thread; at; at = at.parentId ? store.threads.get(at.parentId) : undefined) {
      const worktree = store.worktrees.get(at.id)
      if (worktree)
        return {
          folder: join(worktree.path, worktree.subPath),
          mapFrom: join(worktree.parentFolder, worktree.subPath),
          worktree,
        }
      if (at.isolation === 'worktree') break
    }
    return { folder: project.realPath, mapFrom: null, worktree: null }
  }

  /** Fixes base, branch and path of a new thread's worktree; nothing is created yet. */
  async plan(parent: ThreadRecord, threadId: string, title: string): Promise<WorktreePlan> {
    const project = projectOfThread(this.parts.store, parent)
    const { folder } = this.place(parent)
    return this.parts.git.planWorktree({ folder, threadId, title }, { trusted: await this.parts.trusted(project.id) })
  }

  /** Stores a plan; within the commit that creates the thread. */
  store(plan: WorktreePlan, projectId: string): void {
    this.parts.store.worktrees.insert({
      threadId: plan.threadId,
      projectId,
      parentFolder: plan.parentFolder,
      commonDir: plan.commonDir,
      path: plan.path,
      subPath: plan.subPath,
      branch: plan.branch,
      base: plan.base,
      baseTree: plan.baseTree,
      head: plan.baseTree ?? plan.base,
      state: 'creating',
      filesChanged: 0,
      nonce: plan.nonce,
      rescuedTo: null,
      rescuedAt: null,
      createdAt: this.parts.clock.now(),
    })
  }

  /** Starts making the checkout, once; `ready` waits for it. */
  begin(threadId: string): void {
    const record = this.parts.store.worktrees.get(threadId)
    if (record?.state !== 'creating' || this.creating.has(threadId)) return
    const made = this.make(record).finally(() => this.creating.delete(threadId))
    made.catch(() => {}) // whoever calls `ready` gets the failure; without a caller it stands in the row
    this.creating.set(threadId, made)
  }

  /**
   * Waits until a thread's folder can be used, and checks that it is what it should be. Never falls back to another one.
   *
   * @throws FailureError `worktree.missing`
   */
  async ready(thread: ThreadRecord): Promise<ThreadPlace> {
    const { worktree } = this.place(thread)
    if (!worktree) return this.place(thread)
    this.begin(worktree.threadId)
    await this.creating.get(worktree.threadId)
    const record = this.record(worktree.threadId)
    if (record.state === 'discarded') throw missing(record, 'it was discarded')
    const check = await this.parts.git.verifyWorktree(record)
    if (!check.ok) {
      this.change(record.threadId, { state: 'missing' })
      throw missing(record, check.reason)
    }
    return this.place(thread)
  }

  /**
   * Makes a missing worktree again at its recorded place; for a resume.
   *
   * @throws FailureError `worktree.missing` with the reason
   */
  async restore(thread: ThreadRecord): Promise<void> {
    const { worktree } = this.place(thread)
    if (!worktree || worktree.state === 'creating') return
    if (worktree.state === 'discarded') throw missing(worktree, 'it was discarded')
    const { threadId } = worktree
    const running =
      this.restoring.get(threadId) ?? this.makeAgain(worktree).finally(() => this.restoring.delete(threadId))
    this.restoring.set(threadId, running)
    await running
  }

  /** Whether the worktree a thread works in is just being taken away: nothing may start in it. */
  leaves(thread: ThreadRecord): boolean {
    const { worktree } = this.place(thread)
    return worktree !== null && this.leaving.has(worktree.threadId)
  }

  /** Takes a worktree away: after whoever makes it or takes it away already, and with nobody starting in it meanwhile. */
  async takeAway<T>(threadId: string, work: () => Promise<T>): Promise<T> {
    for (let other = this.leaving.get(threadId); other; other = this.leaving.get(threadId))
      await Promise.allSettled([other])
    const mine = Promise.allSettled([this.creating.get(threadId), this.restoring.get(threadId)]).then(work)
    this.leaving.set(threadId, mine)
    try {
      return await mine
    } finally {
      this.leaving.delete(threadId)
    }
  }

  private async makeAgain(worktree: WorktreeRecord): Promise<void> {
    const { git } = this.parts
    if ((await git.verifyWorktree(worktree)).ok) {
      if (worktree.state === 'missing') this.change(worktree.threadId, { state: 'ready' })
      return
    }
    const made = await git.recreateWorktree(worktree, await this.options(worktree))
    if (!made.ok) throw missing(worktree, made.reason)
    this.change(worktree.threadId, { state: 'ready', head: made.head })
  }

  /** Resolves when no worktree is being made or taken away, or after a while: a large checkout is not waited for. */
  async settled(): Promise<void> {
    const underWay = [...this.creating.values(), ...this.restoring.values(), ...this.leaving.values()]
    let cancel = () => {}
    const tooLate = new Promise<void>((resolve) => {
      cancel = this.parts.clock.after(MOST_MS, resolve)
    })
    await Promise.race([Promise.allSettled(underWay), tooLate])
    cancel()
  }

  /** Reads the facts of a worktree from git and stores what a thread's card shows. */
  async refresh(threadId: string): Promise<WorktreeRecord | null> {
    await this.creating.get(threadId)?.catch(() => {}) // its failure stands in the row
    const record = this.parts.store.worktrees.get(threadId)
    if (!record || (record.state !== 'ready' && record.state !== 'kept')) return record ?? null
    const facts = await this.parts.git.headFacts(record, await this.options(record))
    await this.parts.git.keepHead(record)
    this.noteFacts(threadId, facts)
    return this.record(threadId)
  }

  /** Stores what git said of a worktree, and tells of it where it is news. */
  noteFacts(threadId: string, facts: Pick<HeadFacts, 'head' | 'filesChanged'>): void {
    const record = this.record(threadId)
    const now = { head: facts.head ?? record.head, filesChanged: facts.filesChanged }
    if (now.head !== record.head || now.filesChanged !== record.filesChanged) this.change(threadId, now)
  }

  /** What the parent's checkout looks like now. */
  async imageOfParent(record: WorktreeRecord): Promise<MainSnapshot> {
    return this.parts.git.snapshotMain(record.parentFolder, await this.options(record))
  }

  /** What changed in the parent's checkout; the movement of branches of ours is no change. */
  differences(before: MainSnapshot, after: MainSnapshot): MainDifference[] {
    const own = this.parts.store.worktrees.list().map((worktree) => worktree.branch)
    return this.parts.git.compareMain(before, after, own)
  }

  async options(record: WorktreeRecord): Promise<{ trusted: boolean }> {
    return { trusted: await this.parts.trusted(record.projectId) }
  }

  record(threadId: string): WorktreeRecord {
    const record = this.parts.store.worktrees.get(threadId)
    if (!record) {
      threadOf(this.parts.store, threadId)
      throw new FailureError('worktree.missing', 'This thread has no worktree of its own.', { threadId })
    }
    return record
  }

  change(threadId: string, patch: Partial<Omit<WorktreeRecord, 'threadId'>>): void {
    this.parts.store.commit((tx) => this.write(tx, threadId, patch))
  }

  /** Changes the row and announces it, within a commit. */
  write(tx: Commit, threadId: string, patch: Partial<Omit<WorktreeRecord, 'threadId'>>): void {
    const { store } = this.parts
    store.worktrees.update(threadId, patch)
    const record = this.record(threadId)
    const { sessionId } = threadOf(store, threadId)
    tx.emit({ type: 'worktree.changed', sessionId, threadId, worktree: worktreeView(record) })
    announceThread(store, tx, threadId)
  }

  private async make(record: WorktreeRecord): Promise<void> {
    try {
      await this.parts.git.createWorktree({ ...record, notes: [] }, await this.options(record))
    } catch (error) {
      this.change(record.threadId, { state: 'failed' })
      if (!(error instanceof FailureError))
        logIncident(this.parts.log, 'worktree.create', error, { threadId: record.threadId })
      throw error
    }
    this.change(record.threadId, { state: 'ready' })
  }
}

function missing(record: WorktreeRecord, reason: string): FailureError {
  return new FailureError('worktree.missing', `The worktree ${record.path} cannot be used: ${reason}.`, {
    threadId: record.threadId,
    path: record.path,
    branch: record.branch,
  })
}
