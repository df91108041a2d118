import { Badge, type BadgeTone } from '../../ui/badge'

type Decision = 'allow' | 'ask' | 'deny'

const WORDS: Record<Decision, string> = { allow: 'allow', ask: 'ask', deny: 'deny' }
const TONES: Record<Decision, BadgeTone> = { allow: 'ok', ask: 'wait', deny: 'bad' }

/** What becomes of a call, in a word. */
export function DecisionBadge({ decision, quiet = false }: { decision: Decision; quiet?: boolean }) {
  return <Badge tone={quiet ? 'quiet' : TONES[decision]}>{WORDS[decision]}</Badge>
}
