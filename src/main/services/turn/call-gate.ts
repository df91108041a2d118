// Whether a call may run: what hooks say of it, what the rules say, and where those ask, what the person says.
import { closingText } from '../../../core/turn/close-open-calls'
import type { ApprovalRecord, ThreadRecord, ToolCallRecord } from '../../store/records'
import type { Approvals } from '../approvals'
import type { ToolHooks } from '../hooks/tool-hooks'
import type { HostParts } from '../host-parts'
import { audienceOf, judgeCall } from '../permissions'
import type { Verdict } from '../ports/permissions'
import { projectOfThread } from '../threads'
import type { ThreadPlace, Worktrees } from '../worktrees'
import { commitResult } from './results'
import type { Run } from './run'

/** A call that may run. */
export interface Permit {
  call: ToolCallRecord
  /** What it may reach outside of its folder. */
  outsidePaths: readonly string[]
  /** What a search must pass over. */
  hidden: Verdict['hidden']
  /** Whether it waited: for a hook, or for a person's answer. */
  waited: boolean
  /** Who changed its input, to begin a sentence with; null: it runs as the model asked. */
  editedBy: string | null
}

interface Collaborators {
  approvals: Approvals
  hooks: ToolHooks
  worktrees: Worktrees
}

interface Asking {
  run: Run
  thread: ThreadRecord
  place: ThreadPlace
  signal: AbortSignal
}

/** Where a question comes from that a hook asks. No rule answers it. */
export const HOOK_SOURCE = 'hook'

export class CallGate {
  constructor(
    private readonly parts: HostParts,
    private readonly others: Collaborators,
  ) {}

  /** Gets a call allowed. Null: it was denied, and is closed. */
  async permit(
    run: Run,
    thread: ThreadRecord,
    place: ThreadPlace,
    call: ToolCallRecord,
    signal: AbortSignal,
  ): Promise<Permit | null> {
    return this.pass({ run, thread, place, signal }, call, (present) => judgeCall(this.parts, thread, place, present))
  }

  /**
   * The same for a call that acts on threads only: no mode asks about it, so it is judged where a rule names its tool.
   *
   * @returns the call as it is to run
   */
  async admit(
    run: Run,
    thread: ThreadRecord,
    call: ToolCallRecord,
    signal: AbortSignal,
  ): Promise<ToolCallRecord | null> {
    const place = this.others.worktrees.place(thread)
    const { realPath } = projectOfThread(this.parts.store, thread)
    const judged = await this.parts.judge.restricts(realPath, call.name)
    const judge = async (present: ToolCallRecord) => (judged ? judgeCall(this.parts, thread, place, present) : FREE)
    return (await this.pass({ run, thread, place, signal }, call, judge))?.call ?? null
  }

  private async pass(
    asking: Asking,
    given: ToolCallRecord,
    judge: (call: ToolCallRecord) => Promise<Verdict>,
  ): Promise<Permit | null> {
    const { run, thread, place, signal } = asking
    const { store } = this.parts
    let call = given
    let approval = store.approvals.byToolUse(call.threadId, call.toolUseId)
    if (!approval) {
      // Before the rules, which then judge what hooks made of it.
      const screened = await this.others.hooks.before(run, thread, call, signal)
      if (screened.kind === 'refused') return this.refusedByHook(call, place, screened.text)
      call = screened.call
      const verdict = this.withHook(thread, call.name, await judge(call), screened.ask)
      const { outsidePaths, hidden } = verdict
      const editedBy = screened.changed ? HOOK : null
      if (verdict.decision === 'allow') return { call, outsidePaths, hidden, waited: screened.changed, editedBy }
      if (verdict.decision === 'deny') return this.refuse(call, verdict.text)
      if (signal.aborted) throw signal.reason
      approval = this.others.approvals.open(thread, call, place.folder, verdict)
    }
    await this.others.approvals.decided(approval.id, signal)
    const decided = store.approvals.get(approval.id)
    if (decided?.state !== 'allowed') return this.deniedBy(call, decided)
    return this.afterAnswer(asking, call, decided, judge)
  }

  /** A rule that denies beats every answer, also one that came with another input or was overtaken by the rule; so does a hook. */
  private async afterAnswer(
    { run, thread, place, signal }: Asking,
    call: ToolCallRecord,
    decided: ApprovalRecord,
    judge: (call: ToolCallRecord) => Promise<Verdict>,
  ): Promise<Permit | null> {
    const { store } = this.parts
    const present = store.toolCalls.get(call.threadId, call.toolUseId) ?? call
    const edited = decided.originalInput !== undefined
    const refusal = edited ? await this.others.hooks.refuses(run, thread, present, signal) : null
    if (refusal !== null) return this.refusedByHook(present, place, refusal)
    const now = await judge(present)
    if (now.decision === 'deny' && now.rule !== null) return this.refuse(present, now.text)
    const item = store.items.get(present.itemId)
    const changed = item?.kind === 'tool' && item.originalInput !== undefined
    const editedBy = edited ? 'The person' : changed ? HOOK : null
    return { call: present, outsidePaths: now.outsidePaths, hidden: now.hidden, waited: true, editedBy }
  }

  /** What a hook wants looked at is asked, whatever rule or mode allows it; where nobody can look it is denied. */
  private withHook(thread: ThreadRecord, tool: string, verdict: Verdict, ask: string | null): Verdict {
    if (ask === null || verdict.decision !== 'allow') return verdict
    const asked: Verdict = { ...verdict, decision: 'ask', rule: null, source: HOOK_SOURCE, text: `The ${ask}` }
    if (audienceOf(this.parts, thread, tool) === 'person') return asked
    return { ...asked, decision: 'deny', text: `${asked.text} Nobody can be asked here, so it is denied.` }
  }

  private async refuse(call: ToolCallRecord, text: string): Promise<null> {
    await commitResult(this.parts, call, { content: `Denied: ${text}`, isError: true }, 'denied')
    return null
  }

  private async refusedByHook(call: ToolCallRecord, place: ThreadPlace, text: string): Promise<null> {
    this.others.approvals.recordDenial(call, place.folder, text, 'hook')
    return this.refuse(call, text)
  }

  private async deniedBy(call: ToolCallRecord, approval: ApprovalRecord | undefined): Promise<null> {
    const content = closingText('denied', 'not-started', approval?.note)
    await commitResult(this.parts, call, { content, isError: true }, 'denied')
    return null
  }
}

const HOOK = 'A hook'

/** What no rule names and nothing of the machine is touched by. */
const FREE: Verdict = {
  decision: 'allow',
  rule: null,
  source: 'no rule',
  text: 'It touches nothing by itself.',
  offers: { thread: '', session: '', project: '' },
  outsidePaths: [],
}
