// Hooks before and after a call of a tool.
import { hookName } from '../../../core/hooks/hook'
import { fromHookInput, hookToolNames, toHookCall, toHookResponse } from '../../../core/hooks/hook-tool-call'
import type { JoinedAnswer } from '../../../core/hooks/join-answers'
import type { ThreadRecord, ToolCallRecord } from '../../store/records'
import type { ToolContent } from '../ports/tools'
import { textOf } from '../turn/results'
import type { Run } from '../turn/run'
import type { Worktrees } from '../worktrees'
import { addContext } from './add-context'
import type { HookParts, Hooks, Moment } from './hooks'

/** Of a long result a hook is told this much. */
const RESPONSE_CHARS = 200_000

/** What hooks make of a call before it is judged. */
export type Screened =
  | { kind: 'refused'; text: string }
  /** ask: a hook wants a person to look, and why. call: with the input as it is to run. */
  | { kind: 'goes'; call: ToolCallRecord; ask: string | null; changed: boolean }

export class ToolHooks {
  constructor(
    private readonly parts: HookParts,
    private readonly others: { hooks: Hooks; worktrees: Worktrees },
  ) {}

  /** Asks the hooks about a call. Their “allow” is not heeded: what rules and mode say of the call is not theirs to lift. */
  async before(run: Run, thread: ThreadRecord, call: ToolCallRecord, signal: AbortSignal): Promise<Screened> {
    const moment = momentOf(run, thread, call, signal)
    const about = toHookCall(call.name, call.input, this.placeOf(thread))
    const facts = { event: 'PreToolUse' as const, ...about, tool_use_id: call.toolUseId }
    const answer = await this.others.hooks.fire(moment, facts, hookToolNames(call.name, call.input))
    this.passOn(moment, answer, run)
    const refused = refusal(answer)
    if (refused !== null) return { kind: 'refused', text: refused }
    const ask = answer.decision === 'ask' && answer.said ? `${hookName(answer.said.by)} asks${because(answer)}` : null
    if (answer.updatedInput === null) return { kind: 'goes', call, ask, changed: false }
    const { by, input } = answer.updatedInput
    const changed = fromHookInput(call.name, input)
    const problem = this.parts.tools.check(call.name, changed)
    if (problem !== null)
      return {
        kind: 'refused',
        text: `the ${hookName(by)} changed its input to something the tool does not take: ${problem}`,
      }
    return { kind: 'goes', call: this.change(call, changed), ask, changed: true }
  }

  /** Whether hooks refuse a call as a person changed it: why, or null. Nothing else they say of it is heeded. */
  async refuses(run: Run, thread: ThreadRecord, call: ToolCallRecord, signal: AbortSignal): Promise<string | null> {
    const about = toHookCall(call.name, call.input, this.placeOf(thread))
    const facts = { event: 'PreToolUse' as const, ...about, tool_use_id: call.toolUseId }
    const moment = momentOf(run, thread, call, signal)
    return refusal(await this.others.hooks.fire(moment, facts, hookToolNames(call.name, call.input)))
  }

  /** Tells the hooks of a call that went well; its result is stored already, and what they say comes behind it. */
  async after(run: Run, thread: ThreadRecord, { toolUseId }: ToolCallRecord, signal: AbortSignal): Promise<void> {
    const call = this.parts.store.toolCalls.get(thread.id, toolUseId)
    if (call?.resultJson === null || call === undefined || call.isError) return
    const about = toHookCall(call.name, call.input, this.placeOf(thread))
    const text = textOf(JSON.parse(call.resultJson) as ToolContent) ?? '[image]'
    const tool_response = toHookResponse(call.name, about.tool_input, text.slice(0, RESPONSE_CHARS))
    const facts = { event: 'PostToolUse' as const, ...about, tool_response, tool_use_id: toolUseId }
    const moment = momentOf(run, thread, call, signal)
    const answer = await this.others.hooks.fire(moment, facts, hookToolNames(call.name, call.input))
    this.passOn(moment, answer, run)
    if (answer.decision !== 'block' || !answer.said) return
    const { by, reason } = answer.said
    addContext(this.parts, moment, [{ by, text: `About the call ${toolUseId} of ${about.tool_name}: ${reason}` }])
  }

  private passOn(moment: Moment, answer: JoinedAnswer, run: Run): void {
    addContext(this.parts, moment, answer.context)
    if (answer.stop === null) return
    run.stoppedBy ??= `The ${hookName(answer.stop.by)} ended the turn: ${answer.stop.reason}`
  }

  private change(call: ToolCallRecord, input: Record<string, unknown>): ToolCallRecord {
    const { store } = this.parts
    return store.commit((tx) => {
      store.toolCalls.setInput(call.threadId, call.toolUseId, input)
      const item = store.items.get(call.itemId)
      const sessionId = store.threads.get(call.threadId)?.sessionId
      if (item?.kind === 'tool' && sessionId) {
        const changed = { ...item, input, originalInput: item.originalInput ?? item.input }
        store.items.update(changed)
        tx.emit({ type: 'item.changed', sessionId, threadId: call.threadId, item: changed })
      }
      return { ...call, input }
    })
  }

  private placeOf(thread: ThreadRecord) {
    const { folder, worktree } = this.others.worktrees.place(thread)
    return { folder, mapFrom: worktree?.parentFolder ?? null, mapTo: worktree?.path ?? null }
  }
}

function momentOf(run: Run, thread: ThreadRecord, call: ToolCallRecord, signal: AbortSignal): Moment {
  return { thread, turnId: call.turnId, runId: run.id, toolUseId: call.toolUseId, signal }
}

/** Why a call is not made, as it goes on after “Denied: ”. */
function refusal({ decision, said, stop }: JoinedAnswer): string | null {
  if (decision === 'block' && said) return `the ${hookName(said.by)} refuses it: ${said.reason}`
  return stop === null ? null : `the ${hookName(stop.by)} ended the turn: ${stop.reason}`
}

function because({ said }: JoinedAnswer): string {
  return said?.reason ? `: ${said.reason}` : '.'
}
