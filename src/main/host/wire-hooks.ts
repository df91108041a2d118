// Wires hooks to what they speak about: calls, messages, the ends of turns, questions to the person.
import type { Approvals } from '../services/approvals'
import type { BackgroundWork } from '../services/background-work'
import { HookListing } from '../services/hooks/hook-listing'
import { type HookParts, Hooks } from '../services/hooks/hooks'
import { ToolHooks } from '../services/hooks/tool-hooks'
import { TurnHooks } from '../services/hooks/turn-hooks'
import { CallGate } from '../services/turn/call-gate'
import type { IsolationWatch } from '../services/turn/isolation-watch'
import type { RunOutcome } from '../services/turn/run-outcome'
import type { TurnRunner } from '../services/turn/turn-runner'
import type { Worktrees } from '../services/worktrees'

export interface HookWiring {
  tools: ToolHooks
  turns: TurnHooks
  gate: CallGate
  listing: HookListing
  /** Asks hooks whether a thread may end; false: it goes on. */
  mayEnd(threadId: string, outcome: RunOutcome): Promise<boolean>
  /** Ends what runs; nothing is started any more. */
  close(): void
}

interface Others {
  worktrees: Worktrees
  watch: IsolationWatch
  approvals: Approvals
  runner: TurnRunner
  background: BackgroundWork
}

/** Builds the hooks, and what asks them. */
export function wireHooks(parts: HookParts, { worktrees, watch, approvals, runner, background }: Others): HookWiring {
  const hooks = new Hooks(parts, { worktrees, watch })
  const tools = new ToolHooks(parts, { hooks, worktrees })
  const turns = new TurnHooks(parts, hooks)
  const closing = new AbortController()
  approvals.onOpened = (approval) =>
    background.start('hook.notification', approval.threadId, () =>
      untilClosed(closing.signal, turns.asked(approval, closing.signal)),
    )
  return {
    tools,
    turns,
    gate: new CallGate(parts, { approvals, hooks: tools, worktrees }),
    listing: new HookListing(parts),
    async mayEnd(threadId, outcome) {
      const run = runner.running(threadId)
      if (!run) return true
      // Whoever ended the run meanwhile has stored its end.
      return untilClosed(run.abort.signal, turns.mayEnd(run, outcome), true)
    },
    close() {
      closing.abort(new Error('the app is closing'))
      hooks.close()
    },
  }
}

/** What is ended by a signal ends without a word; everything else it throws is passed on. */
async function untilClosed<T>(signal: AbortSignal, work: Promise<T>, ended?: T): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (signal.aborted) return ended as T
    throw error
  }
}
