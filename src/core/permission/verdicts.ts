// The verdicts, put together: one place for their shape.
import { NO_OFFERS, type RuleOffers, type Verdict } from './permission-call'
import type { Rule } from './rule'

export function allow(rule: string | null, source: string, text: string, facts: string[] = []): Verdict {
  return { decision: 'allow', rule, source, text, offers: NO_OFFERS, facts }
}

export function deny(source: string, text: string): Verdict {
  return { decision: 'deny', rule: null, source, text, offers: NO_OFFERS, facts: [] }
}

export function deniedByRule(rule: Rule): Verdict {
  const text = `The rule ${rule.text} (${rule.source}) denies it.`
  return { decision: 'deny', rule: rule.text, source: rule.source, text, offers: NO_OFFERS, facts: [] }
}

export function ask(source: string, text: string, offers: RuleOffers, facts: string[] = []): Verdict {
  return { decision: 'ask', rule: null, source, text: withFacts(text, facts), offers, facts }
}

export function askedByRule(rule: Rule, offers: RuleOffers, facts: string[]): Verdict {
  const text = withFacts('A rule asks for it.', facts)
  return { decision: 'ask', rule: rule.text, source: rule.source, text, offers, facts }
}

/** The facts end the sentence: the person reads one text. */
function withFacts(text: string, facts: readonly string[]): string {
  return facts.length === 0 ? text : `${text.replace(/\.$/, '')}; ${facts.join('; ')}.`
}
/** Where a denial comes from that only lacks a rule of the island's file. */
export const PREAPPROVAL = 'allowed-tools'

export function notPreapprovedText(tool: string): string {
  return `Only what the “allowed-tools” of its file name runs here, and they do not allow this call of ${tool}.`
}
