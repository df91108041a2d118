// Wires the services to each other: who is told when a run becomes readable, ends, is answered or breaks out.

import { PRESENT_STATES } from '../../shared/domain/worktree-states'
import { Agents } from '../services/agent/agents'
import { ModelAgents } from '../services/agent/model-agents'
import { Approvals } from '../services/approvals'
import { Attachments } from '../services/attachments/attachments'
import { BackgroundWork } from '../services/background-work'
import { Composing } from '../services/composing'
import { ForkScheduler } from '../services/fork/fork-scheduler'
import { Forks } from '../services/fork/forks'
import { ThreadTools } from '../services/fork/host-tools'
import { ModelForks } from '../services/fork/model-forks'
import type { HookParts } from '../services/hooks/hooks'
import type { HostParts } from '../services/host-parts'
import { logIncident } from '../services/incident'
import { KeepWarm } from '../services/keep-warm/keep-warm'
import type { ModelSkills } from '../services/library/model-skills'
import { tellChanges } from '../services/memory/told-memory'
import { judgeCall } from '../services/permissions'
import type { Attaching } from '../services/ports/attaching'
import type { Editor } from '../services/ports/editor'
import type { FileIndex } from '../services/ports/file-index'
import type { PromptFacts } from '../services/ports/prompt-facts'
import type { Rescue } from '../services/ports/rescue'
import type { SessionFiles } from '../services/ports/session-files'
import { NO_FACTS, type ResultFacts } from '../services/results-home'
import { Sessions } from '../services/sessions'
import { ThreadControl } from '../services/thread/thread-control'
import { wakeFor } from '../services/thread/wake'
import { threadOf } from '../services/threads'
import { HOOK_SOURCE } from '../services/turn/call-gate'
import { IsolationGuard } from '../services/turn/isolation-guard'
import { IsolationWatch } from '../services/turn/isolation-watch'
import type { RunOutcome } from '../services/turn/run-outcome'
import { ToolCalls } from '../services/turn/tool-calls'
import { TurnRunner } from '../services/turn/turn-runner'
import { Worktrees } from '../services/worktrees'
import type { HostServices } from './host-services'
import { startForks } from './start-forks'
import { type HookWiring, wireHooks } from './wire-hooks'
import { wireLibrary } from './wire-library'
import { wireTransfer } from './wire-transfer'
import { beginWorktrees, wireWorktrees } from './wire-worktrees'

type Given = Pick<HostServices, 'projects' | 'settings' | 'remembered' | 'info' | 'openDemo'>

type WireParts = HostParts &
  HookParts & {
    promptFacts: PromptFacts
    attaching: Attaching
    fileIndex: FileIndex
    editor: Editor
    rescue: Rescue
    sessionFiles: SessionFiles
  }

export interface WiredServices {
  forHandlers: HostServices
  /** Takes stock, once what the last process left is settled; merges it left half done are settled here. */
  begin(): Promise<void>
  /** Marks what runs as interrupted by shutdown and ends the processes we started. */
  shutdown(): Promise<void>
}

/** Builds the services over their parts. */
export function wireServices(parts: WireParts, given: Given): WiredServices {
  const worktrees = new Worktrees(parts)
  const runner = new TurnRunner(parts)
  const approvals = new Approvals(parts)
  const scheduler = new ForkScheduler(parts, runner, worktrees)
  const control = new ThreadControl(parts, runner, scheduler, worktrees)
  const forks = new Forks(parts, worktrees)
  const background = new BackgroundWork(parts.log)
  const watch = new IsolationWatch(worktrees)
  const guard = new IsolationGuard(parts, runner, watch)
  whenHalted(parts, { runner, scheduler, control, guard, background })
  const keepWarm = new KeepWarm(parts, runner.sender.governor, background)
  given.settings.onWritten = () => scheduler.settingsWritten()
  const agents = new Agents(parts, worktrees)
  const hooks = wireHooks(parts, { worktrees, watch, approvals, runner, background })
  const sessions = new Sessions(parts)
  const working = { worktrees, watch, guard, agents, scheduler, control, sessions }
  const { modelSkills, ...aboutLibrary } = wireLibrary(parts, working)
  runner.toolCalls = new ToolCalls(parts, {
    gate: hooks.gate,
    hooks: hooks.tools,
    worktrees,
    watch,
    hostTools: threadTools(parts, { ...working, forks, modelSkills }),
    onWorktreeMissing: (threadId, reason) => guard.missing(threadId, reason),
    onBreach: (threadId, breach) => guard.breach(threadId, breach),
  })
  let closing = false
  hearRuns(parts, { runner, scheduler, hooks, worktrees, guard, background, control }, () => closing)
  hearAnswers(parts, { approvals, runner, worktrees, background }, () => closing)
  const aboutWorktrees = wireWorktrees(parts, worktrees, watch, runner, background)
  return {
    forHandlers: {
      ...given,
      parts,
      sessions,
      ...aboutLibrary,
      ...wireTransfer(parts),
      control,
      runner,
      keepWarm,
      approvals,
      composing: new Composing(parts, worktrees, parts.fileIndex),
      hookListing: hooks.listing,
      attachments: new Attachments(parts, parts.attaching, worktrees),
      ...aboutWorktrees,
      startForks: (input, remember) => startForks(parts, { forks, scheduler, control }, input, remember),
    },
    begin: () => beginWorktrees(parts, aboutWorktrees),
    async shutdown() {
      closing = true
      keepWarm.close()
      hooks.close()
      aboutWorktrees.housekeeping.close()
      control.shutdown()
      await settled(parts, { runner, scheduler, background, worktrees })
    },
  }
}

/** Who looks at a run before it sends, and is told when it becomes readable and when it ends. */
function hearRuns(
  parts: WireParts,
  others: {
    runner: TurnRunner
    scheduler: ForkScheduler
    hooks: HookWiring
    worktrees: Worktrees
    guard: IsolationGuard
    background: BackgroundWork
    control: ThreadControl
  },
  closing: () => boolean,
): void {
  const { runner, scheduler, hooks, background, control, worktrees } = others
  runner.events = {
    leave: (threadId, signal) => scheduler.leave(threadId, signal),
    beforeSend: (run) => hooks.turns.beforeSend(run),
    beforeSeal: (threadId, turnId) => {
      const thread = threadOf(parts.store, threadId)
      return tellChanges(parts, thread, turnId, worktrees.place(thread))
    },
    onCompacted: (run) => hooks.turns.compacted(run),
    onReadable: (threadId) => scheduler.readable(threadId),
    beforeEnd: async (threadId, outcome) =>
      (await hooks.mayEnd(threadId, outcome)) ? factsOf(parts, others, threadId, outcome) : NO_FACTS,
    onEnded: (threadId, _turnId, outcome) => {
      if (closing()) return
      scheduler.ended(threadId)
      background.start('run.after-end', threadId, () => afterEnd(parts, runner, control, threadId, outcome))
    },
  }
}

/** What a thread left running when it was made to halt ends, and others take its place. */
function whenHalted(
  parts: HostParts,
  others: {
    runner: TurnRunner
    scheduler: ForkScheduler
    control: ThreadControl
    guard: IsolationGuard
    background: BackgroundWork
  },
): void {
  const { store } = parts
  const { runner, scheduler, control, guard, background } = others
  const endJobs = (threadId: string) => background.start('jobs.end', threadId, () => guard.endJobs(threadId))
  guard.onStopped = (threadId) => {
    scheduler.ended(threadId)
    endJobs(threadId)
    const { parentId } = threadOf(store, threadId)
    if (parentId) wakeFor(parts, runner, threadOf(store, parentId))
  }
  control.onHalted = endJobs
}

/** An answer nobody waits for takes its turn up again, and a rule given with one answers other questions. */
function hearAnswers(
  parts: HostParts,
  others: { approvals: Approvals; runner: TurnRunner; worktrees: Worktrees; background: BackgroundWork },
  closing: () => boolean,
): void {
  const { approvals, runner, worktrees, background } = others
  approvals.onOrphanDecided = ({ threadId, turnId }) => {
    if (!closing() && !runner.running(threadId) && parts.store.turns.get(turnId)?.state === 'running')
      runner.start(threadId, turnId)
  }
  approvals.onRulesAdded = (sessionId) =>
    background.start('approval.rejudge', sessionId, () => rejudge(parts, worktrees, approvals, sessionId))
}

/** The tools by which a model starts others, and talks to them. */
function threadTools(
  parts: WireParts,
  others: {
    forks: Forks
    agents: Agents
    scheduler: ForkScheduler
    control: ThreadControl
    modelSkills: ModelSkills
  },
): ThreadTools {
  return new ThreadTools(parts, {
    modelForks: new ModelForks(parts, others),
    modelAgents: new ModelAgents(parts, others),
    modelSkills: others.modelSkills,
    control: others.control,
  })
}

/** What runs beside the loop comes to its end, or is ended. */
async function settled(
  { tools, toolServers, fileIndex, rescue, sessionFiles }: WireParts,
  {
    runner,
    scheduler,
    background,
    worktrees,
  }: { runner: TurnRunner; scheduler: ForkScheduler; background: BackgroundWork; worktrees: Worktrees },
): Promise<void> {
  fileIndex.close()
  rescue.close()
  sessionFiles.close()
  await tools.endJobs()
  await toolServers.close()
  await runner.settled()
  await scheduler.settled()
  await background.settled()
  await worktrees.settled()
}

/** What a result says beside the model's words: git's facts, and commands that still ran when the turn ended. */
async function factsOf(
  parts: HostParts,
  { worktrees, guard, background }: { worktrees: Worktrees; guard: IsolationGuard; background: BackgroundWork },
  threadId: string,
  outcome: RunOutcome,
): Promise<ResultFacts> {
  const thread = threadOf(parts.store, threadId)
  if (thread.kind === 'main' || thread.kind === 'branch' || outcome.kind === 'interrupted') {
    background.start('worktree.refresh', threadId, () => worktrees.refresh(threadId))
    return NO_FACTS
  }
  const remarks = await guard.endJobs(threadId)
  try {
    const worktree = await worktrees.refresh(threadId)
    return { worktree: worktree && PRESENT_STATES.has(worktree.state) ? worktree : null, remarks }
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
  if (outcome.kind === 'done') await control.startNext(threadId)
  const thread = threadOf(store, threadId)
  wakeFor(parts, runner, thread)
  if (thread.parentId) wakeFor(parts, runner, threadOf(store, thread.parentId))
}

/** A rule given for a wider scope answers the other questions it covers. */
async function rejudge(parts: HostParts, worktrees: Worktrees, approvals: Approvals, sessionId: string): Promise<void> {
  for (const approval of parts.store.approvals.open(sessionId)) {
    // What a hook wants a person to see, no rule answers.
    if (approval.reason.source === HOOK_SOURCE) continue
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
