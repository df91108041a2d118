// Rules that deny or ask: one match anywhere in a call is enough.
import { leadingWords, matchesInput, matchesPath, namesInText, namesTool, restrictsCommand } from './match-rule'
import { isPlainPath } from './path-pattern'
import type { PathUse, PermissionCall, PermissionContext } from './permission-call'
import type { Rule, RuleEffect } from './rule'
import { eachCommand, type ShellAnalysis, type SimpleCommand } from './shell-analysis'

export interface Restriction {
  rule: Rule
  /** The commands it speaks of; empty when it speaks of the call as a whole. */
  commands: SimpleCommand[]
  /** It might speak of the call; nobody can say. */
  perhaps: boolean
}

/** The first rule of this effect that speaks of the call; a certain one before one that might. */
export function findRestriction(
  effect: RuleEffect,
  call: PermissionCall,
  context: PermissionContext,
): Restriction | null {
  let perhaps: Restriction | null = null
  for (const rule of context.rules) {
    if (rule.effect !== effect) continue
    const found = restrict(rule, call, context)
    if (found && !found.perhaps) return found
    perhaps ??= found
  }
  return perhaps
}

function restrict(rule: Rule, call: PermissionCall, context: PermissionContext): Restriction | null {
  if (call.tool === 'bash') return restrictBash(rule, call, context)
  if (!namesTool(rule, call.tool)) return null
  const matched =
    rule.pattern.kind === 'path'
      ? call.paths.some((use) => matchesPath(rule, use, call, context))
      : matchesInput(rule, call.input)
  return matched ? { rule, commands: [], perhaps: false } : null
}

function restrictBash(rule: Rule, call: PermissionCall, context: PermissionContext): Restriction | null {
  if (!namesTool(rule, 'bash')) return restrictFiles(rule, call, context)
  if (rule.pattern.kind === 'any') return { rule, commands: [...(call.shell?.commands ?? [])], perhaps: false }
  if (!call.shell) return { rule, commands: [], perhaps: true }
  const commands = [...eachCommand(call.shell.commands)].filter((command) => restrictsCommand(rule, command))
  if (commands.length > 0) return { rule, commands, perhaps: false }
  return hidden(rule, call.shell)
}

/** A program whose name is not known, or a line that is not understood, could be anything. */
function hidden(rule: Rule, shell: ShellAnalysis): Restriction | null {
  const named = shell.unknown === null ? 'no' : namesInText(rule, shell.source)
  const nameless = [...eachCommand(shell.commands)].some(({ argv }) => argv.length > 0 && argv[0]?.kind !== 'literal')
  return named === 'no' && !nameless ? null : { rule, commands: [], perhaps: named !== 'yes' }
}

/** A rule about files also holds for the commands that name them. */
function restrictFiles(rule: Rule, call: PermissionCall, context: PermissionContext): Restriction | null {
  if (rule.pattern.kind !== 'path') return null
  const speaks = (use: PathUse) =>
    (namesTool(rule, 'read') && rule.tools.length > 1) || (use.write && namesTool(rule, 'write'))
  const uses = call.paths.filter((use) => speaks(use) && matchesPath(rule, use, call, context))
  const reading = namesTool(rule, 'read')
  if (uses.length === 0) return reading && call.unseen ? { rule, commands: [], perhaps: true } : null
  // A search may pass over what it could read; whether it does is its own affair.
  const doubtful = (use: PathUse) => use.below === true || (!reading && use.perhaps === true)
  return { rule, commands: [], perhaps: uses.every(doubtful) }
}

/**
 * Whether a person's own answer, given when this very rule asked, settles what the rule asks: an allow rule of a
 * thread, session or project that is at least as narrow.
 */
export function isAnswered(asked: Restriction, call: PermissionCall, context: PermissionContext): boolean {
  const answers = context.rules.filter(
    ({ effect, origin }) => effect === 'allow' && (origin === 'thread' || origin === 'session' || origin === 'project'),
  )
  if (asked.perhaps) return false
  if (call.tool === 'bash' && namesTool(asked.rule, 'bash')) {
    return (
      asked.commands.length > 0 &&
      asked.commands.every((command) => answers.some((rule) => answersCommand(rule, asked.rule, command)))
    )
  }
  return answers.some(
    (rule) => namesTool(rule, call.tool) && isNarrower(rule, asked.rule) && answersCall(rule, call, context),
  )
}

function answersCommand(rule: Rule, asked: Rule, command: SimpleCommand): boolean {
  if (!namesTool(rule, 'bash') || rule.pattern.kind !== 'command') return false
  return restrictsCommand(rule, command) && leadingWords(rule) >= leadingWords(asked)
}

function answersCall(rule: Rule, call: PermissionCall, context: PermissionContext): boolean {
  if (rule.pattern.kind !== 'path') return matchesInput(rule, call.input)
  return call.paths.length > 0 && call.paths.every((use) => matchesPath(rule, use, call, context))
}

function isNarrower(rule: Rule, asked: Rule): boolean {
  if (rule.text === asked.text) return true
  if (rule.pattern.kind === 'path') return isPlainPath(rule.pattern.path)
  if (rule.pattern.kind === 'any') return asked.pattern.kind === 'any' && rule.text.length >= asked.text.length
  return true
}
