// Several hooks of one event, as one answer: they ran side by side, and what they said is put together in their order.
import type { NoticeLevel } from '../../shared/domain/turn'
import type { Hook } from './hook'
import { hookName } from './hook'
import type { HookAnswer } from './hook-answer'

export interface Answered {
  hook: Hook
  answer: HookAnswer
}

export interface JoinedAnswer {
  /** The strictest; of equally strict ones the first. */
  decision: HookAnswer['decision']
  /** Who decided so, and why, in words; null where nobody decided anything. */
  said: { by: Hook; reason: string | null } | null
  stop: { by: Hook; reason: string } | null
  context: { by: Hook; text: string }[]
  updatedInput: { by: Hook; input: Record<string, unknown> } | null
  /** What the person is told, in order. */
  notes: { level: NoticeLevel; text: string }[]
}

export const NOBODY_ANSWERED: JoinedAnswer = {
  decision: null,
  said: null,
  stop: null,
  context: [],
  updatedInput: null,
  notes: [],
}

const STRICTNESS = ['block', 'ask', 'allow'] as const

/** Puts answers together. Of two changed inputs the last one counts, as it would if the hooks ran one after the other. */
export function joinAnswers(answers: readonly Answered[]): JoinedAnswer {
  const decision = STRICTNESS.find((each) => answers.some(({ answer }) => answer.decision === each)) ?? null
  const decider = decision === null ? undefined : answers.find(({ answer }) => answer.decision === decision)
  const stopper = answers.find(({ answer }) => answer.stop !== null)
  const changer = answers.findLast(({ answer }) => answer.updatedInput !== null)
  return {
    decision,
    said: decider ? { by: decider.hook, reason: decider.answer.reason } : null,
    stop: stopper ? { by: stopper.hook, reason: stopper.answer.stop ?? '' } : null,
    context: answers.flatMap(({ hook, answer }) => (answer.context === null ? [] : { by: hook, text: answer.context })),
    updatedInput: changer ? { by: changer.hook, input: changer.answer.updatedInput ?? {} } : null,
    notes: answers.flatMap(notesOf),
  }
}

function notesOf({ hook, answer }: Answered): JoinedAnswer['notes'] {
  const notes: JoinedAnswer['notes'] = []
  if (answer.problem !== null) notes.push({ level: 'warning', text: `The ${hookName(hook)} ${answer.problem}.` })
  if (answer.message !== null) notes.push({ level: 'info', text: `${hookName(hook)}: ${answer.message}` })
  return notes
}

/** What a hook adds for the model, marked as such: whoever wrote it, it is not the person. */
export function contextText(by: Hook, text: string): string {
  const inner = text.replaceAll(/<(\/?)system-reminder/gi, '&lt;$1system-reminder')
  return `<system-reminder>\nThe ${by.event} hook ${by.source} adds:\n${inner}\n</system-reminder>`
}
