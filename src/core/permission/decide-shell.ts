// Decides about a command line: per simple command, after parsing.
import { type Destruction, describeDestruction, findDestruction } from './destructive-commands'
import { findForkedCheckout } from './forked-checkout'
import { allowsCommand, leadingWords } from './match-rule'
import { shellFacts } from './network-commands'
import {
  NO_OFFERS,
  type PermissionCall,
  type PermissionContext,
  type RuleOffers,
  type Verdict,
} from './permission-call'
import { findProtected, findProtectedMention } from './protected-paths'
import { type ReadingContext, whyNotReadOnly } from './read-only-commands'
import { findRestriction, isAnswered } from './restricting-rules'
import { parseRule, type Rule } from './rule'
import { commandRule, offerRules, parseOffer } from './rule-offers'
import { type ShellAnalysis, type SimpleCommand, unreadable } from './shell-analysis'
import { type Coverage, coverShell } from './shell-coverage'
import { allow, ask, askedByRule, deny, notPreapprovedText, PREAPPROVAL } from './verdicts'

/** Everything known of the line before the first decision. */
interface Line {
  call: PermissionCall
  context: PermissionContext
  shell: ShellAnalysis
  reading: ReadingContext
  /** Why it is not known to only read; null when it only reads. */
  notReading: string | null
  /** With no rule at all: what is free. */
  free: Coverage
  destruction: Destruction[]
  guard: string | null
  /** Why it may change the checkout a fork was made from. */
  elsewhere: string | null
  facts: string[]
}

/** @param doubtful a deny rule that might speak of the line: a person has to look */
export function decideShell(call: PermissionCall, context: PermissionContext, doubtful: Rule | null): Verdict {
  const line = readLine(call, context)
  const onlyReads = line.notReading === null && line.free.missing.length === 0
  if (context.mode === 'plan' && line.notReading !== null) return refusedByPlan(line)
  if (doubtful) return askDoubtful(doubtful, line)
  if (context.isolation === 'readonly' && !onlyReads) return readOnlyThread(line)
  if (context.preapprovedOnly) return guarded(line) ?? askedFirst(line) ?? preapproved(line)
  if (context.isolation === 'readonly') return ruledReading(line)
  if (context.mode === 'bypassPermissions') return bypassed(line)
  return guarded(line) ?? askedFirst(line) ?? allowed(line, context.rules)
}

function readLine(call: PermissionCall, context: PermissionContext): Line {
  const shell = call.shell ?? unreadable('', 'it could not be read')
  const reading = { folder: call.folder, git: context.trusted || context.gitRunsProjectCode === false }
  const notReading = whyNotReadOnly(shell, reading)
  const { home, dataDir, hookScripts } = context
  const bases = { folder: call.folder, home, dataDir, hookScripts }
  const mention = notReading === null ? null : findProtectedMention(shell)
  return {
    call,
    context,
    shell,
    reading,
    notReading,
    free: coverShell(shell, call, context, { rules: [], reading }),
    destruction: findDestruction(shell),
    guard: findProtected(call.paths, bases) ?? mention,
    elsewhere: notReading === null ? null : findForkedCheckout(call),
    facts: shellFacts(shell),
  }
}

function refusedByPlan(line: Line): Verdict {
  const why = `Plan mode runs only commands known to only read, and ${line.notReading}.`
  return deny('plan mode', `${why} Read what you need with other commands or put this step into your plan.`)
}

function askDoubtful(rule: Rule, line: Line): Verdict {
  const text = `The rule ${rule.text} denies something this command may hold; that cannot be told before it runs.`
  return { ...ask(rule.source, text, NO_OFFERS, line.facts), rule: rule.text }
}

/** In a read-only thread only what a person allowed for this very thread runs besides reading. */
function readOnlyThread(line: Line): Verdict {
  const guard = guarded(line)
  if (guard) return guard
  const rules = line.context.rules.filter((rule) => rule.origin === 'thread' && rule.effect === 'allow')
  const coverage = cover(line, rules)
  if (coverage.missing.length === 0 && coverage.rule) return allowedBy(coverage.rule)
  const why = line.notReading ?? outsideText(line.free)
  const text = `This thread is read-only, and ${why}.`
  return ask('read-only isolation', text, { ...NO_OFFERS, thread: offers(line, coverage).thread }, line.facts)
}

function ruledReading(line: Line): Verdict {
  return askedFirst(line) ?? allowed(line, line.context.rules)
}

function bypassed(line: Line): Verdict {
  const guards = [line.guard, line.elsewhere].filter((guard) => guard !== null)
  const said = [...line.destruction.map(describeDestruction), ...guards]
  return allow(null, 'bypass mode', ['Permissions are bypassed.', ...said].join(' '), line.facts)
}

function guarded(line: Line): Verdict | null {
  if (line.elsewhere)
    return ask('worktree isolation', `${line.elsewhere} That is asked every time.`, NO_OFFERS, line.facts)
  if (line.guard) return ask('protected place', `${line.guard} That is asked every time.`, NO_OFFERS, line.facts)
  const open = line.destruction.find(({ command }) => !isAllowedExactly(command, line))
  if (!open) return null
  const commands = new Set(line.destruction.map(({ command }) => command))
  const coverage = cover(line, [], commands)
  const { session } = offers(line, coverage)
  const offered = wouldSettle(session, line) ? { thread: session, session, project: '' } : NO_OFFERS
  return ask('destructive command', describeDestruction(open), offered, line.facts)
}

/** Rules are offered only if they keep their promise: below a wrapper the words of a command may still be open. */
function wouldSettle(offer: string, line: Line): boolean {
  const given = parseOffer(offer).flatMap((text) => {
    const parsed = parseRule(text, 'allow', 'session', '')
    return parsed.ok ? [parsed.rule] : []
  })
  const context = { ...line.context, rules: [...line.context.rules, ...given] }
  return line.destruction.every(({ command }) => isAllowedExactly(command, { ...line, context }))
}

/** Only what a person allowed word for word, for this thread or session, may destroy unasked; never where nobody looks. */
function isAllowedExactly(command: SimpleCommand, { context, shell }: Line): boolean {
  if (context.audience === 'nobody') return false
  return context.rules.some((rule) => {
    if (rule.effect !== 'allow' || (rule.origin !== 'thread' && rule.origin !== 'session')) return false
    if (rule.pattern.kind !== 'command' || command.assignments.length > 0) return false
    const exact = leadingWords(rule) === rule.pattern.words.length && allowsCommand(rule, command)
    return exact || (shell.unknown === null && rule.pattern.text === shell.source.trim())
  })
}

function askedFirst(line: Line): Verdict | null {
  const asked = findRestriction('ask', line.call, line.context)
  if (!asked || isAnswered(asked, line.call, line.context)) return null
  const coverage = cover(line, allowRules(line))
  const forced = asked.commands.filter((command) => line.shell.commands.includes(command))
  const wanted = [...forced.map((command) => commandRule(command, false)), ...coverage.missing]
  return askedByRule(asked.rule, offerRules(wanted), line.facts)
}

function allowRules(line: Line): Rule[] {
  return line.context.rules.filter((rule) => rule.effect === 'allow')
}

function allowed(line: Line, rules: readonly Rule[]): Verdict {
  const source = `mode ${line.context.mode}`
  if (line.notReading === null && line.free.missing.length === 0) {
    return allow(null, source, 'It only reads, inside the project.', line.facts)
  }
  const coverage = cover(
    line,
    rules.filter((rule) => rule.effect === 'allow'),
  )
  if (coverage.missing.length === 0 && coverage.rule) return allowedBy(coverage.rule)
  const why = line.notReading ?? outsideText(line.free)
  return ask(source, `No rule allows it, and ${why}.`, offers(line, coverage), line.facts)
}

/** Every command of the line, also one that only reads, needs a rule of its own. */
function preapproved(line: Line): Verdict {
  const { shell, call, context, reading } = line
  const coverage = coverShell(shell, call, context, { rules: allowRules(line), reading, nothingFree: true })
  if (coverage.missing.length === 0 && coverage.rule) return allowedBy(coverage.rule)
  return ask(PREAPPROVAL, notPreapprovedText('bash'), NO_OFFERS, line.facts)
}

function cover(line: Line, rules: readonly Rule[], exact?: ReadonlySet<SimpleCommand>): Coverage {
  return coverShell(line.shell, line.call, line.context, { rules, reading: line.reading, exact })
}

function allowedBy(rule: Rule): Verdict {
  return allow(rule.text, rule.source, 'Rules allow every command of it.')
}

function outsideText(coverage: Coverage): string {
  return `it reads “${coverage.outside[0] ?? ''}”, which is outside the project`
}

function offers(line: Line, coverage: Coverage): RuleOffers {
  if (line.shell.unknown !== null) return NO_OFFERS
  // Each command may be free and the line still not: then rules for the commands themselves settle it.
  const all = coverage.rule ? [] : line.shell.commands.map((command) => commandRule(command, false))
  return offerRules(coverage.missing.length > 0 ? coverage.missing : all)
}
