// Approvals: a parked call, its one answer, and whoever waits for it. Durable: an answer after a restart runs the call.
import { FailureError } from '../../shared/contract/failure'
import type { Approval, ApprovalScope, DecidedBy } from '../../shared/domain/approval'
import type { ApprovalRecord, ThreadRecord, ToolCallRecord } from '../store/records'
import type { Commit } from '../store/store'
import { approvalView } from './approval-view'
import type { HostParts } from './host-parts'
import type { Verdict } from './ports/permissions'
import { threadOf } from './threads'
import { activityOf } from './turn/activity'
import { announceSession, announceThread, changeThread } from './views'

type ApprovalParts = Pick<HostParts, 'store' | 'clock' | 'ids' | 'judge' | 'tools'>

export interface ApprovalAnswer {
  decision: 'allow' | 'deny'
  scope: ApprovalScope
  input?: Record<string, unknown>
  note?: string
}

export class Approvals {
  private readonly waiters = new Map<string, () => void>()
  /** Called when an approval nobody in this process waits for is decided: its turn has to be taken up again. */
  onOrphanDecided: (approval: Approval) => void = () => {}
  /** Called when a person is asked something. */
  onOpened: (approval: Approval) => void = () => {}
  /** Called after a wider scope added rules, so that other open approvals can be judged again. */
  onRulesAdded: (sessionId: string) => void = () => {}

  constructor(private readonly parts: ApprovalParts) {}

  /** Parks a call: the approval and the states of call, item and thread change together. */
  open(thread: ThreadRecord, call: ToolCallRecord, folder: string, verdict: Verdict): ApprovalRecord {
    const { store } = this.parts
    const record = this.newRecord(thread, call, folder, verdict)
    const opened = store.commit((tx) => {
      if (!store.toolCalls.setState(call.threadId, call.toolUseId, 'waiting-approval')) return false
      store.approvals.insert(record)
      this.changeItem(tx, record, 'waiting-approval')
      tx.emit({
        type: 'approval.opened',
        sessionId: thread.sessionId,
        threadId: thread.id,
        approval: approvalView(record),
      })
      changeThread(store, tx, thread.id, { state: 'waiting-approval', activity: activityOf(call) })
      announceSession(store, tx, thread.sessionId)
      return true
    })
    if (opened) this.onOpened(approvalView(record))
    return record
  }

  /** Records that a call was denied without a question, and by whom; whoever closes the call says why to the model. */
  recordDenial(call: ToolCallRecord, folder: string, text: string, decidedBy: DecidedBy): void {
    const { store, clock } = this.parts
    if (store.approvals.byToolUse(call.threadId, call.toolUseId)) return
    const thread = threadOf(store, call.threadId)
    const reason = { rule: null, source: decidedBy, text, offers: NO_OFFERS }
    const open = this.newRecord(thread, call, folder, reason)
    const record: ApprovalRecord = { ...open, state: 'denied', decidedBy, decidedAt: clock.now() }
    store.commit((tx) => {
      store.approvals.insert(record)
      const item = store.items.get(call.itemId)
      if (item?.kind === 'tool') store.items.update({ ...item, approvalId: record.id })
      const { sessionId, id } = thread
      tx.emit({ type: 'approval.decided', sessionId, threadId: id, approval: approvalView(record) })
    })
  }

  private newRecord(
    thread: ThreadRecord,
    call: ToolCallRecord,
    folder: string,
    { rule, source, text, offers }: Pick<Verdict, 'rule' | 'source' | 'text' | 'offers'>,
  ): ApprovalRecord {
    return {
      id: this.parts.ids.next('approval'),
      sessionId: thread.sessionId,
      threadId: thread.id,
      turnId: call.turnId,
      toolUseId: call.toolUseId,
      itemId: call.itemId,
      tool: call.name,
      input: call.input,
      folder,
      reason: { rule, source, text },
      offers,
      state: 'open',
      decidedBy: null,
      scope: null,
      note: null,
      createdAt: this.parts.clock.now(),
      decidedAt: null,
    }
  }

  /** Resolves when an approval is no longer open; rejects with the signal's reason. */
  decided(approvalId: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason)
    if (this.parts.store.approvals.get(approvalId)?.state !== 'open') return Promise.resolve()
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.waiters.delete(approvalId)
        reject(signal.reason)
      }
      signal.addEventListener('abort', abort, { once: true })
      this.waiters.set(approvalId, () => {
        signal.removeEventListener('abort', abort)
        this.waiters.delete(approvalId)
        resolve()
      })
    })
  }

  /**
   * Answers an approval, once.
   *
   * @throws FailureError `not_found`; `approval.decided` when someone was first; `invalid_input` for an edited input the
   *   tool does not take
   */
  answer(approvalId: string, answer: ApprovalAnswer, decidedBy: DecidedBy = 'person'): Approval {
    const { store } = this.parts
    const approval = store.approvals.get(approvalId)
    if (!approval) throw new FailureError('not_found', `There is no approval ${approvalId}.`, { approvalId })
    if (approval.state !== 'open') throw alreadyDecided(approval)
    const edited = answer.decision === 'allow' ? answer.input : undefined
    if (edited !== undefined) {
      const problem = this.parts.tools.check(approval.tool, edited)
      if (problem) throw new FailureError('invalid_input', problem, { path: 'input' })
    }
    const decided = store.commit((tx) => this.write(tx, approval, answer, edited, decidedBy))
    this.settle(decided)
    if (answer.decision === 'allow' && answer.scope !== 'once') this.onRulesAdded(decided.sessionId)
    return approvalView(decided)
  }

  /** Wakes whoever waits for a decided approval. */
  settle(decided: ApprovalRecord): void {
    const waiter = this.waiters.get(decided.id)
    if (waiter) waiter()
    else this.onOrphanDecided(approvalView(decided))
  }

  private write(
    tx: Commit,
    approval: ApprovalRecord,
    answer: ApprovalAnswer,
    edited: Record<string, unknown> | undefined,
    decidedBy: DecidedBy,
  ): ApprovalRecord {
    const { store } = this.parts
    const written = store.approvals.answer(approval.id, {
      state: answer.decision === 'allow' ? 'allowed' : 'denied',
      decidedBy,
      scope: answer.scope,
      note: answer.note ?? null,
      decidedAt: this.parts.clock.now(),
      ...(edited === undefined ? {} : { input: edited, originalInput: approval.input }),
    })
    const decided = store.approvals.get(approval.id)
    if (!written || !decided) throw alreadyDecided(decided ?? approval)
    if (edited !== undefined) store.toolCalls.setInput(approval.threadId, approval.toolUseId, edited)
    if (answer.decision === 'allow') this.addRules(approval, answer.scope)
    const { sessionId, threadId } = approval
    tx.emit({ type: 'approval.decided', sessionId, threadId, approval: approvalView(decided) })
    this.changeItem(tx, decided, 'pending')
    if (store.approvals.openOfThread(threadId).length === 0 && threadOf(store, threadId).state === 'waiting-approval')
      changeThread(store, tx, threadId, { state: 'streaming' })
    else announceThread(store, tx, threadId)
    announceSession(store, tx, sessionId)
    return decided
  }

  private addRules(approval: ApprovalRecord, scope: ApprovalScope): void {
    if (scope === 'once') return
    const { store, judge } = this.parts
    const session = store.sessions.get(approval.sessionId)
    const scopeId = { thread: approval.threadId, session: approval.sessionId, project: session?.projectId ?? '' }[scope]
    for (const rule of judge.rulesOfOffer(approval.offers[scope]))
      store.rules.add({ effect: 'allow', scope, scopeId, rule, createdAt: this.parts.clock.now() })
  }

  private changeItem(tx: Commit, approval: ApprovalRecord, state: 'waiting-approval' | 'pending'): void {
    const item = this.parts.store.items.get(approval.itemId)
    if (item?.kind !== 'tool') return
    const { id, input, originalInput } = approval
    const edited = originalInput === undefined ? {} : { originalInput }
    const changed = { ...item, state, approvalId: id, input, ...edited }
    this.parts.store.items.update(changed)
    tx.emit({ type: 'item.changed', sessionId: approval.sessionId, threadId: approval.threadId, item: changed })
  }
}

const NO_OFFERS = { thread: '', session: '', project: '' }

function alreadyDecided(approval: ApprovalRecord): FailureError {
  const who = approval.decidedBy === 'person' ? 'a person' : (approval.decidedBy ?? 'someone')
  return new FailureError('approval.decided', `This was already ${approval.state} by ${who}.`, {
    approvalId: approval.id,
    state: approval.state,
    decidedBy: approval.decidedBy,
  })
}
