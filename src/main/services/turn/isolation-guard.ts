// What becomes of a thread that left its worktree or lost it: stopped, attributed, shown, told to its parent.
import type { HostParts } from '../host-parts'
import { addNotice } from '../notices'
import { insertResult, NO_FACTS } from '../results-home'
import type { Breach, IsolationWatch } from './isolation-watch'
import type { TurnRunner } from './turn-runner'

export class IsolationGuard {
  /** Called after a thread was stopped here: its place in line is free, its parent may be woken. */
  onStopped: (threadId: string) => void = () => {}

  constructor(
    private readonly parts: Pick<HostParts, 'store' | 'ids' | 'clock' | 'tools'>,
    private readonly runner: TurnRunner,
    private readonly watch: IsolationWatch,
  ) {}

  /** Stops a thread whose worktree is gone or is not what it should be, rather than let it loose anywhere else. */
  missing(threadId: string, reason: string): void {
    this.stop(threadId, 'worktree-missing', reason)
  }

  /** Stops the thread whose command changed the main checkout; where that is not certain, or nothing runs, it is only told. */
  breach(threadId: string, { differences, certain, onlyFiles }: Breach): void {
    const { store } = this.parts
    const what = differences.join('; ')
    if (
      certain &&
      this.stop(threadId, 'stopped', `Stopped: a command of this fork changed the main checkout (${what}).`)
    )
      return
    const turnId = store.turns.last(threadId)?.id
    if (turnId === undefined || (!certain && onlyFiles)) return
    const text = certain
      ? `A command of this fork changed the main checkout (${what}).`
      : `The main checkout changed while a command of this fork ran (${what}).`
    store.commit((tx) => addNotice(this.parts, tx, { threadId, turnId, level: certain ? 'error' : 'warning', text }))
  }

  /** Ends the jobs of a thread and compares the main checkout once more. Answers what is to be said of it. */
  async endJobs(threadId: string): Promise<string[]> {
    const jobs = this.parts.tools.jobs(threadId).filter((job) => job.running)
    await this.parts.tools.endJobs(threadId)
    const remarks = jobs.map((job) => `A background command still ran and was ended: ${job.command}`)
    const breach = await this.watch.afterJobs(threadId)
    if (!breach) return remarks
    this.breach(threadId, breach)
    return [...remarks, `The main checkout changed while it ran: ${breach.differences.join('; ')}`]
  }

  /** Ends the thread's run; what is told is stored with it. Answers whether there was a run. */
  private stop(threadId: string, threadState: 'stopped' | 'worktree-missing', reason: string): boolean {
    const run = this.runner.running(threadId)
    if (!run) return false
    this.runner.end({ threadId, cause: 'isolation', threadState, reason, keepApprovals: false }, (tx) => {
      addNotice(this.parts, tx, { threadId, turnId: run.turnId, level: 'error', text: reason })
      insertResult(this.parts, threadId, run.id, threadState === 'stopped' ? 'stopped' : 'failed', NO_FACTS)
    })
    this.onStopped(threadId)
    return true
  }
}
