// Hooks around a turn: when a session begins, when a person says something, when a thread is about to end, when it asks.
import { hookName } from '../../../core/hooks/hook'
import type { HookFacts, SessionSource } from '../../../core/hooks/hook-input'
import type { JoinedAnswer } from '../../../core/hooks/join-answers'
import { ecosystemToolNames } from '../../../core/permission/tool-names'
import type { Approval } from '../../../shared/domain/approval'
import type { PendingTextRecord, ThreadRecord } from '../../store/records'
import { lastAnswer } from '../last-answer'
import { threadOf } from '../threads'
import type { Run } from '../turn/run'
import type { RunOutcome } from '../turn/run-outcome'
import { addContext } from './add-context'
import { type HookParts, type Hooks, type Moment, workerType } from './hooks'

/** A turn is held up by hooks at most this often: what they wait for does not come. */
export const MOST_HOLDS = 8

export class TurnHooks {
  /** Sessions whose beginning was told in this process. */
  private readonly begun = new Set<string>()
  /** Texts of a person that hooks have let through, until they are sent. */
  private readonly passed = new Set<string>()

  constructor(
    private readonly parts: HookParts,
    private readonly hooks: Hooks,
  ) {}

  /**
   * What hooks have to say before the next request: to a session that begins, and to each message of a person. A message they
   * refuse is not sent.
   *
   * @returns how the run ends where nothing is left to send, else null
   */
  async beforeSend(run: Run): Promise<RunOutcome | null> {
    const { store } = this.parts
    const thread = threadOf(store, run.threadId)
    run.ended = false
    if (!talks(thread)) return null
    if (thread.kind === 'main') await this.begin(run, thread)
    const waiting = store.pendingTexts
      .of(thread.id)
      .filter((text) => text.origin === 'person' && !this.passed.has(text.id))
    const refusals: string[] = []
    for (const text of waiting) {
      const refusal = await this.refusalOf(run, thread, text)
      if (refusal !== null) refusals.push(refusal)
    }
    if (refusals.length === 0 || this.hasToSend(thread)) return null
    this.drop(thread)
    // A turn that has done something comes to its end like every other.
    run.ended = run.steps === 0
    // Whoever waits for an answer without looking is told that there is none.
    const nobody = this.parts.unattended.audience(thread.sessionId) === 'nobody'
    return nobody ? { kind: 'interrupted', reason: refusals.join(' ') } : { kind: 'done' }
  }

  /** A conversation was summarised: its session begins again, as hooks see it. */
  async compacted(run: Run): Promise<void> {
    const thread = threadOf(this.parts.store, run.threadId)
    if (talks(thread)) await this.tellBeginning(run, thread, 'compact')
  }

  /**
   * Asks the hooks whether a thread that has come to its end may end.
   *
   * @returns false when one of them has said what is still to be done; that waits as the thread's next input
   */
  async mayEnd(run: Run, outcome: RunOutcome): Promise<boolean> {
    if (outcome.kind !== 'done' || run.ended) return true
    const thread = threadOf(this.parts.store, run.threadId)
    if (this.parts.store.pendingTexts.of(thread.id).length > 0) return true
    const moment = this.moment(run, thread)
    const answer = await this.hooks.fire(moment, this.endFacts(run, thread), talks(thread) ? [] : [workerType(thread)])
    addContext(this.parts, moment, answer.decision === 'block' ? answer.context : [])
    if (answer.stop || answer.decision !== 'block' || !answer.said) return true
    const { by, reason } = answer.said
    if (run.holds >= MOST_HOLDS) {
      const text = `The ${hookName(by)} has held up this turn ${MOST_HOLDS} times; it ends now.`
      this.hooks.tell(moment, [{ level: 'warning', text }])
      return true
    }
    run.holds += 1
    addContext(this.parts, moment, [{ by, text: `You are not done: ${reason}` }])
    return false
  }

  /** Tells the hooks that a person is asked something. */
  async asked(approval: Approval, signal: AbortSignal): Promise<void> {
    const thread = threadOf(this.parts.store, approval.threadId)
    const moment = { thread, turnId: approval.turnId, runId: null, toolUseId: null, signal }
    const facts = {
      event: 'Notification' as const,
      message: `Tine needs your permission to use ${ecosystemToolNames(approval.tool)[0]}`,
      title: 'Permission needed',
      notification_type: 'permission_prompt',
    }
    await this.hooks.fire(moment, facts, [facts.notification_type])
  }

  private async begin(run: Run, thread: ThreadRecord): Promise<void> {
    if (this.begun.has(thread.sessionId)) return
    const source = this.parts.store.blocks.last(thread.id) === undefined ? 'startup' : 'resume'
    await this.tellBeginning(run, thread, source)
    this.begun.add(thread.sessionId)
  }

  private async tellBeginning(run: Run, thread: ThreadRecord, source: SessionSource): Promise<void> {
    const moment = this.moment(run, thread)
    const facts = { event: 'SessionStart' as const, source, model: thread.model }
    const answer = await this.hooks.fire(moment, facts, [source])
    addContext(this.parts, moment, answer.context)
    if (answer.stop) run.stoppedBy ??= stopText(answer)
  }

  /** Why a message is not sent, in a sentence; null: it is. */
  private async refusalOf(run: Run, thread: ThreadRecord, { id, text }: PendingTextRecord): Promise<string | null> {
    const { store, clock } = this.parts
    const moment = this.moment(run, thread)
    const answer = await this.hooks.fire(moment, { event: 'UserPromptSubmit', prompt: text }, [])
    const refusal = answer.decision === 'block' ? answer.said : answer.stop
    if (!refusal) {
      this.passed.add(id)
      addContext(this.parts, moment, answer.context)
      return null
    }
    // Marked like what was sent, so that it never is.
    store.commit(() => store.pendingTexts.seal([id], clock.now()))
    const said = `The ${hookName(refusal.by)} refused this message, and it was not sent: ${refusal.reason}`
    this.hooks.tell(moment, [{ level: 'error', text: said }])
    return said
  }

  /** Whether something other than what hooks have added waits, or the history itself waits for an answer. */
  private hasToSend(thread: ThreadRecord): boolean {
    const { store } = this.parts
    const written = store.pendingTexts
      .of(thread.id)
      .some(({ id, origin }) => origin === 'person' || store.items.get(id))
    if (written || store.toolCalls.unsealed(thread.id).length > 0) return true
    return store.notifications.pendingFor(thread.id).length > 0 || store.blocks.last(thread.id)?.role === 'user'
  }

  /** What was said to go along with a message that is not sent goes with it; a session that would have begun has not. */
  private drop(thread: ThreadRecord): void {
    const { store, clock } = this.parts
    store.commit(() =>
      store.pendingTexts.seal(
        store.pendingTexts.of(thread.id).map(({ id }) => id),
        clock.now(),
      ),
    )
    if (thread.kind === 'main') this.begun.delete(thread.sessionId)
  }

  private endFacts(run: Run, thread: ThreadRecord): HookFacts {
    const about = { stop_hook_active: run.holds > 0, last_assistant_message: lastAnswer(this.parts.store, thread.id) }
    return talks(thread) ? { event: 'Stop', ...about } : { event: 'SubagentStop', ...about, agent_transcript_path: '' }
  }

  private moment(run: Run, thread: ThreadRecord): Moment {
    return { thread, turnId: run.turnId, runId: run.id, toolUseId: null, signal: run.abort.signal }
  }
}

function talks({ kind }: ThreadRecord): boolean {
  return kind === 'main' || kind === 'branch'
}

function stopText({ stop }: JoinedAnswer): string {
  return stop ? `The ${hookName(stop.by)} ended the turn: ${stop.reason}` : ''
}
