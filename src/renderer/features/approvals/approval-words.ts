// The words about an approval: who decided it, and how wide the answer reached.
import type { Approval, ApprovalScope, DecidedBy } from '../../../shared/domain/approval'

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
