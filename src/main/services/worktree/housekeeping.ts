// What happens to worktrees without anybody asking: the start's repairs, and folders that were rescued long enough.
import { FailureError } from '../../../shared/contract/failure'
import type { BackgroundWork } from '../background-work'
import type { HostParts } from '../host-parts'
import { finishCutOff } from './cut-off'
import type { Freeing } from './freeing'
import type { Reconciling } from './reconciling'

type Parts = Pick<HostParts, 'store' | 'clock' | 'log' | 'settings'>

const DAY_MS = 86_400_000
/** Comparing starts git a few times for every worktree: the window is to be there first. */
const REPORT_AFTER_MS = 10_000

export class Housekeeping {
  private cancel = () => {}
  private cancelReport = () => {}
  private closed = false

  constructor(
    private readonly parts: Parts,
    private readonly background: BackgroundWork,
    private readonly operations: Parameters<typeof finishCutOff>[1] & { freeing: Freeing; reconciling: Reconciling },
  ) {}

  /** Begins, beside everything else: nothing waits for it. */
  begin(): void {
    this.background.start('worktree.finish', '', () => finishCutOff(this.parts, this.operations))
    this.cancelReport = this.parts.clock.after(REPORT_AFTER_MS, () => this.report())
    this.everyDay()
  }

  close(): void {
    this.closed = true
    this.cancel()
    this.cancelReport()
  }

  private report(): void {
    if (this.closed || this.parts.store.worktrees.list().length === 0) return
    this.background.start('worktree.compare', '', () => this.operations.reconciling.report())
  }

  private everyDay(): void {
    if (this.closed) return
    this.background.start('worktree.free-due', '', () => this.freeDue())
    this.cancel = this.parts.clock.after(DAY_MS, () => this.everyDay())
  }

  /** One after the other; what cannot be freed stays, and is tried again the next day. */
  private async freeDue(): Promise<void> {
    const { store, clock, log, settings } = this.parts
    for (const { threadId, state, rescuedTo, rescuedAt, keptAt } of store.worktrees.list()) {
      const until = (rescuedAt ?? Number.POSITIVE_INFINITY) + settings()['worktree.rescueDays'] * DAY_MS
      if (this.closed) return
      if (state !== 'discarded' || rescuedTo === null || keptAt !== null || until > clock.now()) continue
      try {
        const { bytesFreed } = await this.operations.freeing.free(threadId)
        log.info('worktree.freed', { threadId, bytesFreed })
      } catch (error) {
        if (!(error instanceof FailureError)) throw error
        log.info('worktree.not-freed', { threadId, code: error.failure.code })
      }
    }
  }
}
