// Wires the services to each other: who is told when a run becomes readable, ends, is answered or breaks out.

import { Approvals } from '../services/approvals'
import { ForkScheduler } from '../services/fork/fork-scheduler'
import { Forks } from '../services/fork/forks'
import { ThreadTools } from '../services/fork/host-tools'
import type { HostParts } from '../services/host-parts'
import { logIncident } from '../services/incident'
import { judgeCall } from '../services/permissions'
import type { PromptFacts } from '../services/ports/prompt-facts'
import { NO_FACTS, type ResultFacts } from '../services/results-home'
import { Sessions } from '../services/sessions'
import { ThreadControl } from '../services/thread/thread-control'
import { wakeFor } from '../services/thread/wake'
import { threadOf } from '../services/threads'
import { IsolationWatch } from '../services/turn/isolation-watch'
import type { RunOutcome } from '../services/turn/run-outcome'
import { type IsolationStop, stopForIsolation } from '../services/turn/stop-for-isolation'
import { ToolCalls } from '../services/turn/tool-calls'
import { TurnRunner } from '../services/turn/turn-runner'
import { WorktreeCommands } from '../services/worktree-commands'
import { Worktrees } from '../services/worktrees'
import type { HostServices } from './host-services'
import { startForks } from './start-forks'

type Given = Pick<HostServices, 'projects' | 'settings' | 'remembered' | 'info' | 'openDemo'>

export interface WiredServices {
  forHandlers: HostServices
  /** Marks what runs as interrupted by shutdown and ends the processes we started. */
  shutdown(): Promise<void>
}

/** Builds the services over their parts. */
export function wireServices(parts: HostParts & { promptFacts: PromptFacts }, given: Given): WiredServices {
  const { store } = parts
  const worktrees = new Worktrees(parts)
  const runner = new TurnRunner(parts)
  const approvals = new Approvals(parts)
  const scheduler = new ForkScheduler(parts, runner, worktrees)
  const control = new ThreadControl(parts, runner, scheduler, worktrees)
  const forks = new Forks(parts, worktrees)
  const leaveWorktree = (stop: IsolationStop) => {
    if (!stopForIsolation(parts, runner, stop)) return
    scheduler.ended(stop.threadId)
    void parts.tools.endJobs(stop.threadId)
    const { parentId } = threadOf(store, stop.threadId)
    if (parentId) wakeFor(parts, runner, threadOf(store, parentId))
  }
  runner.toolCalls = new ToolCalls(parts, {
    approvals,
    worktrees,
    watch: new IsolationWatch(worktrees),
    hostTools: new ThreadTools(parts, { forks, scheduler, control }),
    onWorktreeMissing: (threadId, reason) => leaveWorktree({ threadId, threadState: 'worktree-missing', reason }),
    onBreach: (threadId, differences) =>
      leaveWorktree({
        threadId,
        threadState: 'stopped',
        reason: `Stopped: a command of this fork changed the main checkout (${differences.join('; ')}).`,
      }),
  })
  let closing = false
  runner.events = {
    onReadable: (threadId) => scheduler.readable(threadId),
    beforeEnd: (threadId, outcome) => factsOf(parts, worktrees, threadId, outcome),
    onEnded: (threadId, _turnId, outcome) => {
      if (closing) return
      scheduler.ended(threadId)
      void afterEnd(parts, runner, control, threadId, outcome)
    },
  }
  approvals.onOrphanDecided = ({ threadId, turnId }) => {
    if (!closing && !runner.running(threadId) && store.turns.get(turnId)?.state === 'running')
      runner.start(threadId, turnId)
  }
  approvals.onRulesAdded = (sessionId) => void rejudge(parts, worktrees, approvals, sessionId)
  return {
    forHandlers: {
      ...given,
      parts,
      sessions: new Sessions(parts),
      control,
      runner,
      approvals,
      worktrees,
      worktreeCommands: new WorktreeCommands(parts, worktrees),
      startForks: (input, remember) => startForks(parts, { forks, scheduler, control }, input, remember),
    },
    async shutdown() {
      closing = true
      control.shutdown()
      await parts.tools.endJobs()
      await runner.settled()
    },
  }
}

/** What a result says beside the model's words: git's facts, and commands that still ran when the turn ended. */
async function factsOf(
  parts: HostParts,
  worktrees: Worktrees,
  threadId: string,
  outcome: RunOutcome,
): Promise<ResultFacts> {
  const thread = threadOf(parts.store, threadId)
  if (thread.kind === 'main' || thread.kind === 'branch' || outcome.kind === 'interrupted') {
    void worktrees.refresh(threadId).catch((error: unknown) => logIncident(parts.log, 'worktree.refresh', error))
    return NO_FACTS
  }
  const jobs = parts.tools.jobs(threadId).filter((job) => job.running)
  await parts.tools.endJobs(threadId)
  const remarks = jobs.map((job) => `A background command still ran and was ended: ${job.command}`)
  try {
    const worktree = await worktrees.refresh(threadId)
    return { worktree: worktree?.state === 'ready' || worktree?.state === 'kept' ? worktree : null, remarks }
  } catch (error) {
    logIncident(parts.log, 'worktree.refresh', error, { threadId })
    return { worktree: null, remarks: [...remarks, 'The state of its worktree could not be read.'] }
  }
}

async function afterEnd(
  parts: HostParts,
  runner: TurnRunner,
  control: ThreadControl,
  threadId: string,
  outcome: RunOutcome,
): Promise<void> {
  const { store } = parts
  try {
    if (outcome.kind === 'done') await control.startNext(threadId)
    const thread = threadOf(store, threadId)
    wakeFor(parts, runner, thread)
    if (thread.parentId) wakeFor(parts, runner, threadOf(store, thread.parentId))
  } catch (error) {
    logIncident(parts.log, 'run.after-end', error, { threadId })
  }
}

/** A rule given for a wider scope answers the other questions it covers. */
async function rejudge(parts: HostParts, worktrees: Worktrees, approvals: Approvals, sessionId: string): Promise<void> {
  for (const approval of parts.store.approvals.open(sessionId)) {
    try {
      const thread = threadOf(parts.store, approval.threadId)
      const call = { name: approval.tool, input: approval.input }
      const verdict = await judgeCall(parts, thread, worktrees.place(thread), call)
      const open = parts.store.approvals.get(approval.id)?.state === 'open'
      if (open && verdict.decision === 'allow')
        approvals.answer(approval.id, { decision: 'allow', scope: 'once' }, 'rule')
    } catch (error) {
      logIncident(parts.log, 'approval.rejudge', error, { approvalId: approval.id })
    }
  }
}
