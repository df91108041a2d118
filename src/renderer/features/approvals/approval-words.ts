// The words about an approval: who decided it, and how wide the answer reached.
import type { Approval, ApprovalAsker, ApprovalScope, DecidedBy } from '../../../shared/domain/approval'
import { PERMISSION_MODES } from '../../threads/permission-modes'

const DECIDERS: Record<DecidedBy, string> = {
  person: 'you',
  rule: 'a rule',
  hook: 'a hook',
  island: 'its island’s list of tools',
  'no-person': 'Tine, because nobody could be asked',
  shutdown: 'the shutdown',
  stopped: 'stopping the thread',
}

const SCOPES: Record<ApprovalScope, string> = {
  once: 'once',
  thread: 'for this fork',
  session: 'for this session',
  project: 'for this project',
}

/** Where the reason of an approval comes from; a mode by the name a person chose it by: `mode “Accept edits”`. */
export function sourceWords(source: string): string {
  const mode = PERMISSION_MODES.find((entry) => source === `mode ${entry.mode}`)
  return mode ? `mode “${mode.label}”` : source
}

/** Who decided, to follow the word “by”. */
export function deciderWords(by: DecidedBy): string {
  return DECIDERS[by]
}

/** One line about a decided approval: `allowed for this session by you`. */
export function decisionWords(approval: Pick<Approval, 'state' | 'scope' | 'decidedBy'>): string {
  const by = approval.decidedBy ? ` by ${deciderWords(approval.decidedBy)}` : ''
  const scope = approval.state === 'allowed' && approval.scope ? ` ${SCOPES[approval.scope]}` : ''
  return `${approval.state}${scope}${by}`
}

/** Why an answer cannot reach this far, in a sentence; null where it can. */
export function whyNotWider(
  { offers }: Pick<Approval, 'offers'>,
  scope: keyof Approval['offers'],
  edited: boolean,
): string | null {
  if (edited) return 'You changed the input: a rule would be about what was asked, so it is allowed only once.'
  if (offers[scope] !== '') return null
  const none = Object.values(offers).every((rule) => rule === '')
  return none
    ? 'No rule can be offered for this: it is asked each time, and allowed only once.'
    : 'no rule that reaches so far is offered for this'
}

/** Who asks, and in which session; a thread that is not known is named by its id, never passed over. */
export function askerWords(
  { threadId }: Pick<Approval, 'threadId'>,
  asker: Pick<ApprovalAsker, 'kind' | 'title'> | undefined,
  session: string | undefined,
): string {
  const who = !asker
    ? `an unknown thread (${threadId})`
    : asker.kind === 'main'
      ? 'Main'
      : `${asker.kind} “${asker.title}”`
  return session === undefined ? who : `${who} · ${session}`
}
