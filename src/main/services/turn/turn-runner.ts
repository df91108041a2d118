// The turn runner: request, tools, request, until the model ends its turn or something else does.

import { rankOf } from '../../../core/governor/waiting-line'
import { closingText } from '../../../core/turn/close-open-calls'
import { type NextStep, stepAfter } from '../../../core/turn/turn-machine'
import { FailureError } from '../../../shared/contract/failure'
import type { ThreadRecord } from '../../store/records'
import type { Commit } from '../../store/store'
import type { Waiting } from '../governor/account-gate'
import { RequestGovernor } from '../governor/request-governor'
import type { HostParts, Provider } from '../host-parts'
import { logIncident } from '../incident'
import { usedUp } from '../ledger/budgets'
import type { PromptFacts } from '../ports/prompt-facts'
import { insertResult, NO_FACTS, type ResultFacts, resultStatus } from '../results-home'
import { projectOfThread, threadOf } from '../threads'
import { changeThread, changeTurn } from '../views'
import { CacheQuestion } from './cache-question'
import { askForSummary, beginCompactedEpoch, needsCompaction } from './compaction'
import { type ReadyEpoch, readyEpoch } from './epochs'
import { commitPatiently, isStoreFull } from './patient-commit'
import { type AttemptResult, attemptRequest, finishRequest } from './request-attempt'
import { planRequest } from './request-plan'
import { closeCall } from './results'
import { type Run, RunEnded } from './run'
import { outcomeOfError, type RunOutcome, writeOutcome } from './run-outcome'
import { sealUserMessage } from './sealing'
import { type Settlement, SHUTDOWN, settleTurn } from './settle'
import { storeAnswer } from './store-answer'
import { stopCall, type ToolCalls } from './tool-calls'
import { Turnstile } from './turnstile'
import { whileWaiting } from './waiting-text'

export interface RunnerEvents {
  /** What a request of the thread wrote to the cache can be read from now on. */
  onReadable(threadId: string): void
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
  const settings = parts.settings()
  if (thread.kind === 'fork') return settings['limits.forkSteps']
  return thread.kind === 'agent' || thread.kind === 'island' ? settings['limits.agentSteps'] : Number.POSITIVE_INFINITY
}

/** The input of a turn that begins waits for the next user message; a turn taken up again has sent its input before. */
function queueInput(parts: Parts, run: Run): void {
  const { store } = parts
  const turn = store.turns.get(run.turnId)
  if (turn?.state !== 'queued' || turn.input === null) return
  store.pendingTexts.add({
    id: parts.ids.next('item'),
    threadId: run.threadId,
    turnId: run.turnId,
    origin: 'person',
    text: turn.input,
    sealedAt: null,
    createdAt: parts.clock.now(),
  })
}

/** A call that was running when its run ended without a trace (a full disk) is never run twice: nobody knows its effect. */
function closeUncertain(parts: Parts, tx: Commit, run: Run): void {
  for (const call of parts.store.toolCalls.open(run.threadId))
    if (call.state === 'running')
      closeCall(parts, tx, call, { content: closingText('crash', 'started'), isError: true }, 'interrupted')
}

export class TurnRunner {
  private readonly runs = new Map<string, Run>()
  private readonly ends = new Set<Promise<void>>()
  private closed = false
  private readonly governor: RequestGovernor
  private readonly cacheQuestion: CacheQuestion
  private readonly planning = new Turnstile()
  toolCalls: ToolCalls | null = null
  events: RunnerEvents = { onReadable: () => {}, beforeEnd: async () => NO_FACTS, onEnded: () => {} }

  constructor(private readonly parts: Parts) {
    this.governor = new RequestGovernor(parts)
    this.cacheQuestion = new CacheQuestion(parts)
  }

  running(threadId: string): Run | undefined {
    return this.runs.get(threadId)
  }

  /** Starts a run of a turn in the background. A thread has at most one run; a second start is a bug. */
  start(threadId: string, turnId: string): void {
    if (this.runs.has(threadId)) throw new Error(`${threadId} runs already`)
    const run: Run = {
      id: this.parts.ids.next('run'),
      threadId,
      turnId,
      abort: new AbortController(),
      live: null,
      calls: new Map(),
      windowFull: false,
      compactions: 0,
      steps: 0,
    }
    if (this.closed) {
      this.parts.store.commit((tx) => settleTurn(this.parts, tx, { ...SHUTDOWN, threadId, turnId, live: null }))
      return
    }
    this.runs.set(threadId, run)
    const end = this.drive(run, this.hasBegun(run))
    this.ends.add(end)
    void end.finally(() => this.ends.delete(end))
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

  /** Stores the beginning of a run; false when the disk is full: then it begins as soon as there is space. */
  private hasBegun(run: Run): boolean {
    try {
      this.begin(run)
      return true
    } catch (error) {
      if (isStoreFull(error)) return false
      this.runs.delete(run.threadId)
      throw error
    }
  }

  private begin(run: Run): void {
    const { store, clock } = this.parts
    store.commit((tx) => {
      queueInput(this.parts, run)
      closeUncertain(this.parts, tx, run)
      store.runs.insert({
        id: run.id,
        threadId: run.threadId,
        turnId: run.turnId,
        n: store.runs.nextN(run.turnId),
        startedAt: clock.now(),
        endedAt: null,
        outcome: null,
      })
      changeTurn(store, tx, run.turnId, { state: 'running', endedAt: null })
      changeThread(store, tx, run.threadId, {
        state: store.approvals.openOfThread(run.threadId).length > 0 ? 'waiting-approval' : 'streaming',
        stateReason: null,
        endCause: null,
        resumable: false,
        endedAt: null,
      })
    })
  }

  private async drive(run: Run, begun: boolean): Promise<void> {
    for (let ready = begun; ; ready = true) {
      let outcome: RunOutcome
      try {
        if (!ready) await commitPatiently(this.parts, run.abort.signal, () => this.begin(run))
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
    let ready = await readyEpoch(parts, run.threadId, run.id)
    const thread = threadOf(parts.store, run.threadId)
    if (!paused && (run.windowFull || needsCompaction(parts, thread, ready))) {
      await this.compact(run, ready, provider)
      ready = await readyEpoch(parts, run.threadId, run.id)
    }
    await sealUserMessage(parts, threadOf(parts.store, run.threadId), run.turnId, ready.epoch)
    return { result: await this.send(run, ready, provider, paused), ready }
  }

  /** Lets the model summarise the conversation, and begins the epoch that goes on from there. */
  private async compact(run: Run, ready: ReadyEpoch, provider: Provider): Promise<void> {
    const { parts } = this
    if (++run.compactions > MOST_COMPACTIONS)
      throw new FailureError(
        'provider.refused',
        'The conversation does not fit the context window, however it is summarised. Fork from an earlier turn to go on.',
      )
    await askForSummary(parts, threadOf(parts.store, run.threadId), run.turnId, ready.epoch, run.abort.signal)
    const result = await this.send(run, ready, provider, false)
    if (run.abort.signal.aborted) throw run.abort.signal.reason
    beginCompactedEpoch(parts, threadOf(parts.store, run.threadId), result, ready)
    run.live = null
    run.windowFull = false
  }

  private async send(run: Run, ready: ReadyEpoch, provider: Provider, paused: boolean): Promise<AttemptResult> {
    const { parts } = this
    // A plan reads, hashes and checks the whole history; siblings that leave together would hold the loop for all of theirs.
    await this.planning.pass()
    if (run.abort.signal.aborted) throw run.abort.signal.reason
    run.steps++
    const { kind, sessionId } = threadOf(parts.store, run.threadId)
    return this.governor.run({
      account: provider.baseUrl,
      rank: rankOf(kind),
      sessionId,
      signal: run.abort.signal,
      onWait: (waiting) => this.waiting(run, waiting),
      attempt: ({ waited, willRetry, accepted }) => {
        if (waited) this.streaming(run)
        const thread = threadOf(parts.store, run.threadId)
        return this.cacheQuestion.ask(provider, thread, ready.epoch, (tailJson) =>
          attemptRequest(parts, {
            thread,
            turnId: run.turnId,
            runId: run.id,
            ready,
            plan: planRequest(parts, thread, ready, tailJson, paused),
            provider,
            signal: run.abort.signal,
            willRetry,
            onAccepted: accepted,
            onReadable: () => this.events.onReadable(run.threadId),
            onLive: (live) => {
              run.live = live
            },
          }),
        )
      },
    })
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
    store.commit((tx) => {
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
    })
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

  private waiting(run: Run, waiting: Waiting): void {
    const { store } = this.parts
    if (this.runs.get(run.threadId) !== run) return
    run.live = null
    store.commit((tx) => changeThread(store, tx, run.threadId, whileWaiting(waiting)))
  }

  private streaming(run: Run): void {
    const { store } = this.parts
    if (this.runs.get(run.threadId) !== run) return
    store.commit((tx) => changeThread(store, tx, run.threadId, { state: 'streaming', stateReason: null }))
  }
}
