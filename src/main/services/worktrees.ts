// The worktrees of threads: planned with the thread, made beside its first request, checked before every command.

import { join } from 'node:path'
import { allows, nextState } from '../../core/worktree/worktree-machine'
import { FailureError } from '../../shared/contract/failure'
import { PRESENT_STATES } from '../../shared/domain/worktree-states'
import type { ThreadRecord, WorktreeRecord } from '../store/records'
import type { Commit } from '../store/store'
import type { HostParts } from './host-parts'
import { logIncident } from './incident'
import type { GitOptions, HeadFacts, MainDifference, MainSnapshot, WorktreePlan } from './ports/git'
import { projectOfThread, threadOf } from './threads'
import { Exclusive } from './worktree/exclusive'
import { type WorktreeFacts, WorktreeRows } from './worktree/worktree-rows'
import { WorktreeUse } from './worktree/worktree-use'

type WorktreeParts = Pick<HostParts, 'store' | 'clock' | 'git' | 'trusted' | 'settings' | 'log' | 'dataDir'>

const MOST_MS = 2_000

export interface ThreadPlace {
  /** The folder the thread's tools work in. */
  folder: string
  /** For an isolated thread: the folder its inherited paths point into. */
  mapFrom: string | null
  worktree: WorktreeRecord | null
}

/** A worktree that somebody has alone. */
export interface HeldWorktree {
  readonly record: WorktreeRecord
  /**
   * Stores how far the operation has come, before what comes next is done. The row is there at the next start if the app
   * is killed.
   */
  reach(step: string, data?: { [fact: string]: string | number | boolean | null }): void
}

export class Worktrees {
  private readonly creating = new Map<string, Promise<void>>()
  private readonly remaking = new Map<string, Promise<void>>()
  private readonly exclusive = new Exclusive()
  readonly rows: WorktreeRows
  readonly use: WorktreeUse

  constructor(private readonly parts: WorktreeParts) {
    this.rows = new WorktreeRows(parts)
    const placeOf = (threadId: string) => this.place(threadOf(parts.store, threadId)).worktree?.threadId ?? null
    this.use = new WorktreeUse(parts, this.rows, placeOf)
  }

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
    return this.parts.git.planWorktree({ folder, threadId, title }, await this.options({ projectId: project.id }))
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
      keptAt: null,
      uncommitted: 0,
      added: 0,
      removed: 0,
      notes: plan.notes,
      bytes: null,
      archive: null,
      archiveBytes: null,
      threadBefore: null,
    })
    this.rows.putStep(plan.threadId, 'create', 'planned', {})
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
   * @throws FailureError `worktree.missing`, `worktree.busy`
   */
  async ready(thread: ThreadRecord): Promise<ThreadPlace> {
    const { worktree } = this.place(thread)
    if (!worktree) return this.place(thread)
    this.begin(worktree.threadId)
    await this.creating.get(worktree.threadId)
    const record = this.record(worktree.threadId)
    if (record.state === 'discarded') throw missing(record, 'it was discarded')
    if (!PRESENT_STATES.has(record.state)) this.refuse(record)
    const check = await this.parts.git.verifyWorktree(record)
    if (!check.ok) {
      this.lose(record.threadId)
      throw missing(record, check.reason)
    }
    if (check.strayed) throw missing(record, `the branch ${check.branch} is checked out in it instead of its own`)
    this.find(record.threadId)
    return this.place(thread)
  }

  /**
   * Makes a missing worktree again at its recorded place; for a resume.
   *
   * @throws FailureError `worktree.missing` with the reason, `worktree.busy`
   */
  async restore(thread: ThreadRecord): Promise<void> {
    const { worktree } = this.place(thread)
    if (!worktree || worktree.state === 'creating') return
    if (worktree.state === 'discarded') throw missing(worktree, 'it was discarded')
    const { threadId } = worktree
    const running =
      this.remaking.get(threadId) ?? this.makeAgain(worktree).finally(() => this.remaking.delete(threadId))
    this.remaking.set(threadId, running)
    await running
  }

  /** Whether somebody has the worktree a thread works in for himself just now: nothing may start in it. */
  leaves(thread: ThreadRecord): boolean {
    const { worktree } = this.place(thread)
    return worktree !== null && this.exclusive.has(worktree.threadId)
  }

  /** Whether somebody has a worktree for himself just now, or makes it. */
  isHeld(threadId: string): boolean {
    return this.exclusive.has(threadId) || this.creating.has(threadId) || this.remaking.has(threadId)
  }

  /** Has a worktree alone: after whoever makes it or has it already, and with nobody starting in it meanwhile. */
  takeAway<T>(threadId: string, work: () => Promise<T>): Promise<T> {
    return this.exclusive.run(threadId, () => [this.creating.get(threadId), this.remaking.get(threadId)], work)
  }

  /**
   * Has a worktree alone while something is done with it that leaves it where it is; its state says so meanwhile, and the
   * journal holds the operation until it has ended, however it ends.
   *
   * @throws FailureError `worktree.busy` while something runs in it, `worktree.missing`, `conflict`
   */
  withState<T>(threadId: string, state: 'merging', work: (held: HeldWorktree) => Promise<T>): Promise<T> {
    this.record(threadId)
    this.refuseUsed(threadId)
    return this.takeAway(threadId, async () => {
      this.refuseUsed(threadId)
      const before = this.rows.begin(threadId, state === 'merging' ? 'merge' : state, 'merge-begun')
      try {
        const record = this.record(threadId)
        return await work({ record, reach: (step, data) => this.rows.reach(threadId, step, data) })
      } finally {
        this.rows.end(threadId, 'merge-ended', { before })
      }
    })
  }

  /** @throws FailureError `worktree.busy` with whom, while a thread runs in a worktree */
  refuseUsed(threadId: string): void {
    const [user] = this.use.users(threadId)
    if (user === undefined) return
    const { title } = threadOf(this.parts.store, user)
    throw new FailureError('worktree.busy', `“${title}” still works in this worktree; stop it first.`, { threadId })
  }

  private async makeAgain(worktree: WorktreeRecord): Promise<void> {
    const { git } = this.parts
    const { threadId } = worktree
    if (PRESENT_STATES.has(worktree.state) || worktree.state === 'missing' || worktree.state === 'failed') {
      if ((await git.verifyWorktree(worktree)).ok) return this.find(threadId)
      const made = await git.recreateWorktree(worktree, await this.options(worktree))
      if (!made.ok) throw missing(worktree, made.reason)
      if (PRESENT_STATES.has(worktree.state)) this.lose(threadId)
      this.parts.store.commit((tx) => this.rows.happen(tx, threadId, 'found', { head: made.head }))
    } else this.refuse(worktree)
  }

  /** Resolves when no worktree is being made or taken away, or after a while: a large checkout is not waited for. */
  async settled(): Promise<void> {
    const underWay = [...this.creating.values(), ...this.remaking.values(), ...this.exclusive.underWay()]
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
    if (!record || !PRESENT_STATES.has(record.state)) return record ?? null
    const facts = await this.parts.git.headFacts(record, await this.options(record))
    await this.parts.git.keepHead(record)
    this.noteFacts(threadId, facts)
    return this.record(threadId)
  }

  /** Stores what git said of a worktree where it is news, and what the worktree is because of it. */
  noteFacts(threadId: string, said: Omit<HeadFacts, 'branch' | 'commits'>): void {
    const record = this.record(threadId)
    const { filesChanged, uncommitted, added, removed } = said
    const facts = { head: said.head ?? record.head, filesChanged, uncommitted, added, removed }
    const event = this.use.eventFor({ ...record, ...facts })
    const known = Object.entries(facts).every(([name, value]) => record[name as keyof typeof facts] === value)
    if (event) this.parts.store.commit((tx) => this.rows.happen(tx, threadId, event, facts))
    else if (!known) this.change(threadId, facts)
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

  async options({ projectId }: Pick<WorktreeRecord, 'projectId'>): Promise<GitOptions> {
    const settings = this.parts.settings()
    const extras = {
      copy: settings['worktree.copy'],
      link: settings['worktree.link'],
      submodules: settings['worktree.submodules'],
    }
    return { trusted: await this.parts.trusted(projectId), extras }
  }

  record(threadId: string): WorktreeRecord {
    return this.rows.record(threadId)
  }

  change(threadId: string, facts: WorktreeFacts): void {
    this.parts.store.commit((tx) => this.write(tx, threadId, facts))
  }

  /** Writes facts and announces them, within a commit. */
  write(tx: Commit, threadId: string, facts: WorktreeFacts): void {
    this.rows.write(tx, threadId, facts)
  }

  private async make(record: WorktreeRecord): Promise<void> {
    const { threadId } = record
    try {
      const made = await this.parts.git.createWorktree(record, await this.options(record))
      const notes = [...new Set([...record.notes, ...made.notes])]
      this.rows.end(threadId, 'made', { facts: { notes }, write: (tx) => this.rest(tx, threadId) })
    } catch (error) {
      this.rows.end(threadId, 'not-made')
      if (!(error instanceof FailureError)) logIncident(this.parts.log, 'worktree.create', error, { threadId })
      throw error
    }
  }

  /** Whether it is used, or at rest. */
  private rest(tx: Commit, threadId: string): void {
    const event = this.use.eventFor(this.record(threadId))
    if (event) this.rows.happen(tx, threadId, event)
  }

  private lose(threadId: string): void {
    const { state } = this.record(threadId)
    if (state !== 'missing' && allows(state, 'lost'))
      this.parts.store.commit((tx) => this.rows.happen(tx, threadId, 'lost'))
  }

  /** One that was taken for lost, and is there. */
  private find(threadId: string): void {
    const { state } = this.record(threadId)
    if (state !== 'missing' && state !== 'failed') return
    this.parts.store.commit((tx) => {
      this.rows.happen(tx, threadId, 'found')
      this.rest(tx, threadId)
    })
  }

  private refuse({ threadId, state }: WorktreeRecord): never {
    const next = nextState(state, 'used')
    if ('refusal' in next) throw new FailureError(next.refusal.code, next.refusal.reason, { threadId })
    throw new Error(`a worktree that is ${state} can be used`)
  }
}

function missing(record: WorktreeRecord, reason: string): FailureError {
  return new FailureError('worktree.missing', `The worktree ${record.path} cannot be used: ${reason}.`, {
    threadId: record.threadId,
    path: record.path,
    branch: record.branch,
  })
}
