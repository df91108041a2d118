// Decides about one call of a tool. Pure: what the call touches was resolved before, what was decided is kept by others.
import { webHost } from '../../shared/domain/web-address'
import { toolInWords } from '../mcp/tool-name'
import { decideShell } from './decide-shell'
import { matchesInput, matchesPath, namesTool } from './match-rule'
import type { PermissionCall, PermissionContext, RuleOffers, Verdict } from './permission-call'
import { NO_OFFERS } from './permission-call'
import { findProtected } from './protected-paths'
import { findRestriction, isAnswered } from './restricting-rules'
import type { Rule } from './rule'
import { offerRules, pathRule } from './rule-offers'
import { allow, ask, askedByRule, deniedByRule, deny, notPreapprovedText, PREAPPROVAL } from './verdicts'

const READING = new Set(['read', 'glob', 'grep'])
const CHANGING = new Set(['write', 'edit'])
/** Tools that touch nothing themselves: what they start is judged call by call. */
const FREE = new Set(['TodoWrite', 'Agent', 'SendMessage', 'TaskStop', 'Skill'])

/**
 * The verdict about a call, in this order: deny rules, read-only isolation, plan mode, bypass, guards (destructive
 * commands, protected places), ask rules, allow rules, what the mode gives freely, and then a question.
 */
export function decide(call: PermissionCall, given: PermissionContext): Verdict {
  const context = { ...given, rules: given.rules.filter((rule) => holds(rule, given)) }
  const denied = findRestriction('deny', call, context)
  const verdict = denied && !denied.perhaps ? deniedByRule(denied.rule) : judge(call, context, denied?.rule ?? null)
  return context.audience === 'nobody' && verdict.decision === 'ask' ? withoutPerson(verdict) : verdict
}

/** A project nobody vouched for may restrict, not allow; where only pre-approved rules count, no other one allows. */
function holds(rule: Rule, context: PermissionContext): boolean {
  if (rule.effect !== 'allow') return true
  if (context.preapprovedOnly) return rule.origin === 'preapproval'
  return context.trusted || rule.origin !== 'project-files'
}

function withoutPerson(verdict: Verdict): Verdict {
  return { ...verdict, decision: 'deny', text: `${verdict.text} Nobody can be asked here, so it is denied.` }
}

/** @param doubtful a deny rule that might speak of the call: nothing is allowed without a person who looks */
function judge(call: PermissionCall, context: PermissionContext, doubtful: Rule | null): Verdict {
  if (call.tool === 'bash') return decideShell(call, context, doubtful)
  return closedTo(call, context) ?? bypassed(call, context) ?? guarded(call, context) ?? ruled(call, context)
}

function closedTo(call: PermissionCall, context: PermissionContext): Verdict | null {
  if (!CHANGING.has(call.tool)) return null
  if (context.isolation === 'readonly') {
    return deny(
      'read-only isolation',
      'This thread is read-only: it cannot change files. Report what you would change.',
    )
  }
  if (context.mode !== 'plan') return null
  return deny(
    'plan mode',
    'Plan mode changes no files. Describe the change in your plan; it is made once the plan is accepted.',
  )
}

function bypassed(call: PermissionCall, context: PermissionContext): Verdict | null {
  if (context.mode !== 'bypassPermissions') return null
  // Read-only holds against bypass too: a tool server may change anything.
  if (context.isolation === 'readonly' && !READING.has(call.tool) && !FREE.has(call.tool)) return null
  const guard = findProtected(call.paths, basesOf(call, context))
  return allow(null, 'bypass mode', guard ? `Permissions are bypassed. ${guard}` : 'Permissions are bypassed.')
}

function basesOf(call: PermissionCall, { home, dataDir, hookScripts }: PermissionContext) {
  return { folder: call.folder, home, dataDir, hookScripts }
}

function guarded(call: PermissionCall, context: PermissionContext): Verdict | null {
  const reason = findProtected(call.paths, basesOf(call, context))
  return reason === null ? null : ask('protected place', `${reason} That is asked every time.`, NO_OFFERS)
}

function ruled(call: PermissionCall, context: PermissionContext): Verdict {
  const asked = findRestriction('ask', call, context)
  if (asked && !isAnswered(asked, call, context)) return askedByRule(asked.rule, offersFor(call, context), [])
  return allowedByRules(call, context) ?? (context.preapprovedOnly ? notPreapproved(call) : byMode(call, context))
}

function notPreapproved(call: PermissionCall): Verdict {
  if (FREE.has(call.tool)) return allow(null, PREAPPROVAL, 'It touches nothing by itself.')
  return ask(PREAPPROVAL, notPreapprovedText(call.tool), NO_OFFERS)
}

function allowedByRules(call: PermissionCall, context: PermissionContext): Verdict | null {
  const rules = context.rules.filter((rule) => rule.effect === 'allow' && namesTool(rule, call.tool))
  const touchesFiles = READING.has(call.tool) || CHANGING.has(call.tool)
  if (!touchesFiles) {
    const rule = rules.find((each) => matchesInput(each, call.input))
    return rule ? allow(rule.text, rule.source, 'A rule allows it.') : null
  }
  const needed = call.paths.map((use) => rules.find((rule) => matchesPath(rule, use, call, context)))
  const [first] = needed
  return first && needed.every(Boolean) ? allow(first.text, first.source, 'A rule allows it.') : null
}

function byMode(call: PermissionCall, context: PermissionContext): Verdict {
  const source = `mode ${context.mode}`
  const outside = call.paths.find((use) => !use.inside)
  if (FREE.has(call.tool)) return allow(null, source, 'It touches nothing by itself.')
  if (READING.has(call.tool)) {
    if (!outside && (call.paths.length > 0 || call.tool !== 'read')) {
      return allow(null, source, 'Reading inside the project is free.')
    }
    return ask(source, `It reads “${outside?.given ?? ''}”, which is outside the project.`, offersFor(call, context))
  }
  if (CHANGING.has(call.tool)) {
    if (outside)
      return ask(source, `It changes “${outside.given}”, which is outside the project.`, offersFor(call, context))
    const free = context.mode === 'acceptEdits' && call.paths.length > 0
    if (free) return allow(null, source, 'Edits inside the project are accepted.')
    return ask(source, 'No rule allows this change.', offersFor(call, context))
  }
  if (call.tool === 'WebFetch') return ask(source, fetchText(call.input), offersFor(call, context))
  return ask(source, `No rule allows the tool ${toolInWords(call.tool)}.`, offersFor(call, context))
}

/** The narrowest rule that would have allowed the call. */
function offersFor(call: PermissionCall, context: PermissionContext): RuleOffers {
  if (READING.has(call.tool) || CHANGING.has(call.tool)) {
    return offerRules(call.paths.map((use) => pathRule(call.tool, use, call, context.home)))
  }
  if (call.tool === 'WebFetch') return offerRules([domainRule(call.input)])
  return offerRules([call.tool])
}

function fetchText(input: unknown): string {
  const host = hostOf(input)
  return host === null ? 'It fetches a page from the web.' : `It fetches a page from ${host}, which no rule allows.`
}

function domainRule(input: unknown): string | null {
  const host = hostOf(input)
  return host === null ? null : `WebFetch(domain:${host})`
}

function hostOf(input: unknown): string | null {
  const url: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, 'url') : null
  return typeof url === 'string' ? webHost(url) : null
}
