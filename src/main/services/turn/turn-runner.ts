// The turn runner: request, tools, request, until the model ends its turn or something else does.

import { closingText } from '../../../core/turn/close-open-calls'
import { type NextStep, stepAfter } from '../../../core/turn/turn-machine'
import { FailureError } from '../../../shared/contract/failure'
import type { ThreadRecord } from '../../store/records'
import type { Commit } from '../../store/store'
import type { HostParts, Provider } from '../host-parts'
import { logIncident } from '../incident'
import { usedUp } from '../ledger/budgets'
import type { PromptFacts } from '../ports/prompt-facts'
import { insertResult, NO_FACTS, type ResultFacts, resultStatus } from '../results-home'
import { projectOfThread, threadOf } from '../threads'
import { beginRun } from './begin-run'
import { askForSummary, beginCompactedEpoch, needsCompaction } from './compaction'
import { type ReadyEpoch, readyEpoch } from './epochs'
import { commitPatiently, isStoreFull } from './patient-commit'
import { ProviderCompaction } from './provider-compaction'
import { type AttemptResult, finishRequest } from './request-attempt'
import { RequestSender, type SenderEvents } from './request-sender'
import { closeCall } from './results'
import { type Run, RunEnded } from './run'
import { outcomeOfError, type RunOutcome, writeOutcome } from './run-outcome'
import { sealUserMessage } from './sealing'
import { type Settlement, SHUTDOWN, settleTurn } from './settle'
import { storeAnswer } from './store-answer'
import { stopCall, type ToolCalls } from './tool-calls'

export interface RunnerEvents extends SenderEvents {
  /** Looks at what is about to be sent; answers how the run ends where nothing is left of it. */
  beforeSend(run: Run): Promise<RunOutcome | null>
  /** A conversation was summarised. */
  onCompacted(run: Run): Promise<void>
  /** What else the next user message is to hold may be added now. */
  beforeSeal(threadId: string, turnId: string): Promise<void>
  /** Gathers, before the end of a run is stored, what its result says beside the model's words. */
  beforeEnd(threadId: string, outcome: RunOutcome): Promise<ResultFacts>
  /** A run has ended and its outcome is stored. */
  onEnded(threadId: string, turnId: string, outcome: RunOutcome): void
}

type Parts = HostParts & { promptFacts: PromptFacts }

/** A run that has to be summarised more often makes no progress. */
const MOST_COMPACTIONS = 3

/** The most requests one turn may make: a fork's or agent's limit of steps; none for a person's own threads. */
function stepLimit(parts: Parts, thread: ThreadRecord): number {
  if (thread.stepLimit !== null) return thread.stepLimit
  const settings = parts.settings()
  if (thread.kind === 'fork') return settings['limits.forkSteps']
  return thread.kind === 'agent' || thread.kind === 'island' ? settings['limits.agentSteps'] : Number.POSITIVE_INFINITY
}

/** A run that is to start. */
export interface Start {
  threadId: string
  turnId: string
  /** What it waits for before it sends, as the person is told; null: nothing. */
  waits: string | null
  /** Writes its turn where there is none yet: with the beginning, so that no turn is ever left that nobody begins. */
  insertTurn?(tx: Commit): void
}

interface Beginning {
  run: Run
  start: Start
}

export class TurnRunner {
  private readonly runs = new Map<string, Run>()
  private readonly ends = new Set<Promise<void>>()
  private closed = false
  readonly sender: RequestSender
  private readonly byProvider: ProviderCompaction
  toolCalls: ToolCalls | null = null
  events: RunnerEvents = {
    leave: () => null,
    beforeSend: async () => null,
    onCompacted: async () => {},
    onReadable: async () => {},
    beforeSeal: async () => {},
    beforeEnd: async () => NO_FACTS,
    onEnded: () => {},
  }

  constructor(private readonly parts: Parts) {
    const isCurrent = (run: Run) => this.runs.get(run.threadId) === run
    this.sender = new RequestSender(parts, () => this.events, isCurrent)
    this.byProvider = new ProviderCompaction(parts)
  }

  running(threadId: string): Run | undefined {
    return this.runs.get(threadId)
  }

  /** Starts a run of a turn in the background. A thread has at most one run; a second start is a bug. */
  start(threadId: string, turnId: string, insertTurn: (tx: Commit) => void = () => {}): void {
    this.startAll([{ threadId, turnId, waits: null, insertTurn }])
  }

  /** Starts several at once: their beginning is stored in one transaction, and they get ready to send in this order. */
  startAll(starts: readonly Start[]): void {
    const beginnings = starts.map((start) => ({ run: this.newRun(start), start }))
    if (this.closed) {
      this.parts.store.commit((tx) => {
        for (const { threadId, turnId, insertTurn } of starts) {
          insertTurn?.(tx)
          settleTurn(this.parts, tx, { ...SHUTDOWN, threadId, turnId, live: null })
        }
      })
      return
    }
    for (const { run } of beginnings) this.runs.set(run.threadId, run)
    const begun = this.haveBegun(beginnings)
    for (const beginning of beginnings) {
      const { run } = beginning
      const end = this.drive(beginning, begun)
      this.ends.add(end)
      void end.finally(() => {
        this.ends.delete(end)
        run.gotReady.resolve()
      })
    }
  }

  /** Resolves when a thread's first request is ready to be sent, or when the thread does not run (any more). */
  async gotReady(threadId: string): Promise<void> {
    await this.runs.get(threadId)?.gotReady.promise
  }

  private newRun({ threadId, turnId }: Start): Run {
    if (this.runs.has(threadId)) throw new Error(`${threadId} runs already`)
    return {
      id: this.parts.ids.next('run'),
      threadId,
      turnId,
      abort: new AbortController(),
      gotReady: Promise.withResolvers(),
      live: null,
      calls: new Map(),
      windowFull: false,
      compactions: 0,
      steps: 0,
      holds: 0,
      stoppedBy: null,
      ended: false,
    }
  }

  /**
   * Ends the run of a thread; its end is stored before this returns, together with what `also` writes. Answers whether
   * there was one.
   */
  end(settlement: Omit<Settlement, 'turnId' | 'live'>, also: (tx: Commit) => void = () => {}): boolean {
    const run = this.runs.get(settlement.threadId)
    if (!run) return false
    const { threadId, cause } = settlement
    try {
      this.parts.store.commit((tx) => {
        settleTurn(this.parts, tx, { ...settlement, turnId: run.turnId, live: run.live })
        also(tx)
      })
    } catch (error) {
      // The app closes all the same; its next start finds the turn as a crash would have left it.
      if (cause !== 'shutdown' || !isStoreFull(error)) throw error
    }
    this.runs.delete(threadId)
    run.abort.abort(new RunEnded(cause === 'crash' ? 'shutdown' : cause))
    return true
  }

  /** Ends one call; its turn goes on. One that waits for its approval since before a restart has no run: it gets one. */
  stopTool(threadId: string, toolUseId: string): void {
    const run = this.runs.get(threadId)
    if (run) {
      stopCall(run, toolUseId)
      return
    }
    const call = this.parts.store.toolCalls.open(threadId).find((open) => open.toolUseId === toolUseId)
    if (call?.state !== 'waiting-approval') return
    this.tools().closeStopped(call)
    this.start(threadId, call.turnId)
  }

  /** From now on nothing starts: a turn that would is interrupted by the shutdown, like one that ran. */
  close(): void {
    this.closed = true
  }

  /** Resolves when nothing runs any more. */
  async settled(): Promise<void> {
    while (this.ends.size > 0) await Promise.allSettled([...this.ends])
  }

  /** Stores the beginning of runs; false when the disk is full: then each begins as soon as there is space. */
  private haveBegun(beginnings: readonly Beginning[]): boolean {
    try {
      this.begin(beginnings)
      return true
    } catch (error) {
      if (isStoreFull(error)) return false
      for (const { run } of beginnings) this.runs.delete(run.threadId)
      throw error
    }
  }

  private begin(beginnings: readonly Beginning[]): void {
    this.parts.store.commit((tx) => {
      for (const { run, start } of beginnings) {
        start.insertTurn?.(tx)
        beginRun(this.parts, tx, run, start.waits)
      }
    }, 'process')
  }

  private async drive(beginning: Beginning, begun: boolean): Promise<void> {
    const { run } = beginning
    for (let ready = begun; ; ready = true) {
      let outcome: RunOutcome
      try {
        if (!ready) await commitPatiently(this.parts, run.abort.signal, () => this.begin([beginning]))
        run.abort.signal.throwIfAborted()
        outcome = await this.steps(run)
      } catch (error) {
        if (run.abort.signal.aborted) return // whoever ended the run has stored its end
        outcome = outcomeOfError(error, this.parts.log, run.threadId)
      }
      if (await this.finish(run, outcome)) return
    }
  }

  /**
   * Stores the end of a run that nobody ended from outside, and its result for the parent, in one transaction. Answers false
   * when it goes on instead, since a message was steered into it while the facts were gathered.
   */
  private async finish(run: Run, outcome: RunOutcome): Promise<boolean> {
    try {
      const facts = await this.events.beforeEnd(run.threadId, outcome)
      if (this.runs.get(run.threadId) !== run) return true
      if (outcome.kind === 'done' && this.parts.store.pendingTexts.of(run.threadId).length > 0) return false
      const stored = await commitPatiently(this.parts, run.abort.signal, () => {
        this.parts.store.commit((tx) => {
          writeOutcome(this.parts, tx, run, outcome)
          insertResult(this.parts, run.threadId, run.id, resultStatus(outcome), facts)
        })
        this.runs.delete(run.threadId)
      })
      if (!stored) return true
    } catch (error) {
      this.runs.delete(run.threadId)
      logIncident(this.parts.log, 'run.end-not-stored', error, { threadId: run.threadId })
    }
    this.events.onEnded(run.threadId, run.turnId, outcome)
    return true
  }

  private async steps(run: Run): Promise<RunOutcome> {
    const { store } = this.parts
    const limit = stepLimit(this.parts, threadOf(store, run.threadId))
    let paused = false
    for (;;) {
      await this.tools().runOpen(run)
      if (run.steps >= limit) return { kind: 'turn-limit', limit }
      const exhausted = usedUp(this.parts, threadOf(store, run.threadId))
      if (exhausted) return { kind: 'interrupted', reason: exhausted }
      const over = await this.events.beforeSend(run)
      if (over) return over
      if (run.stoppedBy !== null) return { kind: 'interrupted', reason: run.stoppedBy }
      const { result, ready } = await this.request(run, paused)
      const next = this.store(run, result, ready)
      paused = next.kind === 'continue-pause'
      const outcome = this.outcomeOf(run, next, result)
      if (outcome) return outcome
    }
  }

  private tools(): ToolCalls {
    if (!this.toolCalls) throw new Error('the tool calls are not wired')
    return this.toolCalls
  }

  private async request(run: Run, paused: boolean): Promise<{ result: AttemptResult; ready: ReadyEpoch }> {
    const { parts } = this
    const provider = await parts.provider(projectOfThread(parts.store, threadOf(parts.store, run.threadId)).id)
    let ready = await readyEpoch(parts, run)
    const thread = threadOf(parts.store, run.threadId)
    if (!paused && (run.windowFull || needsCompaction(parts, thread, ready))) {
      await this.compact(run, ready, provider)
      ready = await readyEpoch(parts, run)
    }
    await this.events.beforeSeal(run.threadId, run.turnId)
    await sealUserMessage(parts, threadOf(parts.store, run.threadId), run.turnId, ready.epoch)
    return { result: await this.sender.send(run, ready, provider, paused ? 'after-pause' : 'step'), ready }
  }

  /** Lets the model summarise the conversation, and begins the epoch that goes on from there. */
  private async compact(run: Run, ready: ReadyEpoch, provider: Provider): Promise<void> {
    const { parts } = this
    if (++run.compactions > MOST_COMPACTIONS)
      throw new FailureError(
        'provider.refused',
        'The conversation does not fit the context window, however it is summarised. Fork from an earlier turn to go on.',
      )
    const thread = threadOf(parts.store, run.threadId)
    const { signal } = run.abort
    const facts = parts.providerFacts(projectOfThread(parts.store, thread).id)
    const byProvider =
      this.byProvider.offered(ready, provider, facts) &&
      (await this.byProvider.compact(thread, ready, provider, signal, () =>
        this.sender.send(run, ready, provider, 'summary'),
      ))
    if (!byProvider) {
      await askForSummary(parts, thread, run.turnId, ready.epoch, signal)
      const result = await this.sender.send(run, ready, provider, 'step')
      if (signal.aborted) {
        parts.store.commit((tx) => finishRequest(parts, tx, result.request, result.live, 'cancelled'))
        throw signal.reason
      }
      beginCompactedEpoch(parts, thread, result, ready)
    }
    run.live = null
    run.windowFull = false
    await this.events.onCompacted(run)
  }

  private store(run: Run, { live, request }: AttemptResult, ready: ReadyEpoch): NextStep {
    const { store } = this.parts
    if (run.abort.signal.aborted) {
      // Its end was stored while the last bytes came in; an answer stored behind it would leave calls nobody runs.
      store.commit((tx) => finishRequest(this.parts, tx, request, live, 'cancelled'))
      throw run.abort.signal.reason
    }
    const { answer } = live
    const calls = answer.blocks.filter((block) => block.type === 'tool_use').length
    const next = stepAfter(answer.stopReason, calls, answer.stopDetail)
    const write = (tx: Commit) => {
      const thread = threadOf(store, run.threadId)
      const keptOnly = next.kind === 'refused' || next.kind === 'window-exceeded'
      storeAnswer(this.parts, tx, thread, request, ready, live, keptOnly)
      if (next.kind !== 'close-truncated') return
      for (const call of store.toolCalls.open(run.threadId))
        closeCall(
          this.parts,
          tx,
          call,
          { content: closingText('output-limit', 'not-started'), isError: true },
          'failed',
        )
    }
    // Where calls follow, the commit that starts, asks about or refuses the first one takes it to the disk: before any effect.
    store.commit(write, next.kind === 'run-tools' ? 'process' : 'machine')
    run.live = null
    return next
  }

  private outcomeOf(run: Run, next: NextStep, { request }: AttemptResult): RunOutcome | null {
    switch (next.kind) {
      case 'done':
        // What was steered in while the last answer streamed is answered within the same turn.
        return this.parts.store.pendingTexts.of(run.threadId).length > 0 ? null : { kind: 'done' }
      case 'run-tools':
      case 'continue-pause':
      case 'close-truncated':
        return null
      case 'interrupted':
        return { kind: 'interrupted', reason: next.reason }
      case 'refused':
        return {
          kind: 'failed',
          code: 'provider.refused',
          reason: `The model refused to answer${next.category ? ` (${next.category})` : ''}.`,
          requestId: request.requestId,
        }
      case 'window-exceeded':
        run.windowFull = true
        return null
      case 'failed':
        return { kind: 'failed', code: 'provider.protocol', reason: next.reason, requestId: request.requestId }
    }
  }
}
