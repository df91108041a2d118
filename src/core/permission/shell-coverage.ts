// Whether allow rules, and what is free anyway, cover every simple command of a line.
import { harmlessForCommand, harmlessInShell } from './harmless-variables'
import { allowsCommand, leadingWords, matchesPath, namesTool } from './match-rule'
import type { PathUse, PermissionCall, PermissionContext } from './permission-call'
import { type ReadingContext, readingOf } from './read-only-commands'
import type { Rule } from './rule'
import { commandRule, pathRule } from './rule-offers'
import type { ShellAnalysis, SimpleCommand, Word } from './shell-analysis'
import { findWithoutActions } from './wrapped-programs'

export interface Coverage {
  /** The rules that would be needed as well; null: no rule could allow that part. Empty: all is covered. */
  missing: (string | null)[]
  /** The first rule that was needed; null when everything is free. */
  rule: Rule | null
  /** Files outside the project that are read, as far as nothing allows it. */
  outside: string[]
}

interface Scope {
  call: PermissionCall
  context: PermissionContext
  reading: ReadingContext
  rules: readonly Rule[]
  coverage: Coverage
  /** Commands whose rule must be exact to be worth anything. */
  exact: ReadonlySet<SimpleCommand>
  /** Reading inside the project needs a rule like everything else. */
  nothingFree: boolean
}

/** What a bash call still needs to be allowed, given the rules that allow. */
export function coverShell(
  shell: ShellAnalysis,
  call: PermissionCall,
  context: PermissionContext,
  options: {
    rules: readonly Rule[]
    reading: ReadingContext
    exact?: ReadonlySet<SimpleCommand> | undefined
    nothingFree?: boolean
  },
): Coverage {
  const { rules, reading, exact = new Set(), nothingFree = false } = options
  const coverage: Coverage = { missing: [], rule: null, outside: [] }
  const scope: Scope = { call, context, reading, rules, coverage, exact, nothingFree }
  if (shell.unknown !== null) {
    coverage.missing.push(null)
    return coverage
  }
  const whole = rules.find((rule) => namesTool(rule, 'bash') && coversLine(rule, shell))
  if (whole) {
    coverage.rule = whole
    return coverage
  }
  if (shell.assignments.some((assignment) => !harmlessInShell(assignment))) coverage.missing.push(null)
  for (const { target, toFile, fromFile } of shell.redirections) {
    if (toFile || fromFile) coverPath(target, toFile, scope)
  }
  for (const command of shell.commands) coverCommand(command, scope)
  return coverage
}

function coversLine(rule: Rule, shell: ShellAnalysis): boolean {
  if (rule.pattern.kind === 'any') return true
  return rule.pattern.kind === 'command' && rule.pattern.text === shell.source.trim()
}

/** A file written by redirection is written: that takes a rule of its own. Reading inside the project is free. */
function coverPath(target: Word, write: boolean, scope: Scope): void {
  if (target.kind !== 'literal') {
    scope.coverage.missing.push(null)
    return
  }
  const uses = usesOf(target, scope)
  const needy = uses.filter((use) => write || !use.inside || scope.nothingFree)
  if (uses.length === 0) scope.coverage.missing.push(null)
  for (const use of needy) {
    const rule = scope.rules.find((each) => namesTool(each, write ? 'write' : 'read') && matches(each, use, scope))
    if (rule) scope.coverage.rule ??= rule
    else {
      scope.coverage.missing.push(pathRule(write ? 'write' : 'read', use, scope.call, scope.context.home))
      if (!use.inside) scope.coverage.outside.push(use.given)
    }
  }
}

function matches(rule: Rule, use: PathUse, scope: Scope): boolean {
  return matchesPath(rule, use, scope.call, scope.context)
}

function usesOf(word: Word, scope: Scope): PathUse[] {
  return scope.call.paths.filter((use) => use.given === word.text)
}

function coverCommand(command: SimpleCommand, scope: Scope): void {
  const rule = scope.rules.find((each) => namesTool(each, 'bash') && coversCommand(each, command))
  if (rule) {
    scope.coverage.rule ??= rule
    return
  }
  const reading = readingOf(command, scope.reading)
  if ('reads' in reading && !scope.nothingFree) {
    for (const word of reading.reads) coverRead(word, scope)
    return
  }
  const { wrapped } = command
  const inside = wrapped !== null && wrapped.commands.length > 0 && command.assignments.every(harmlessForCommand)
  if (inside && (wrapped.covers === 'inner' || (wrapped.covers === 'both' && coversOuter(command, scope)))) {
    for (const inner of wrapped.commands) coverCommand(inner, scope)
    return
  }
  scope.coverage.missing.push(commandRule(command, scope.exact.has(command)))
}

/** The words of a rule must reach past a wrapper: a rule for `env` says nothing of what env starts. */
function coversCommand(rule: Rule, command: SimpleCommand): boolean {
  if (!command.assignments.every(harmlessForCommand) || !allowsCommand(rule, command)) return false
  const { wrapped } = command
  return wrapped === null || wrapped.covers === 'outer' || leadingWords(rule) > wrapped.at
}

function coversOuter(command: SimpleCommand, scope: Scope): boolean {
  if (command.argv[0]?.text === 'find' && !scope.nothingFree) {
    const searched = readingOf(findWithoutActions(command), scope.reading)
    if ('reads' in searched) {
      for (const word of searched.reads) coverRead(word, scope)
      return true
    }
  }
  return scope.rules.some((rule) => namesTool(rule, 'bash') && allowsCommand(rule, command))
}

function coverRead(word: Word, scope: Scope): void {
  if (word.text === '-') return
  const uses = usesOf(word, scope)
  if (uses.length === 0) {
    scope.coverage.missing.push(null)
    scope.coverage.outside.push(word.text)
  }
  for (const use of uses) {
    if (use.inside) continue
    const rule = scope.rules.find((each) => namesTool(each, 'read') && matches(each, use, scope))
    if (rule) scope.coverage.rule ??= rule
    else {
      scope.coverage.missing.push(pathRule('read', use, scope.call, scope.context.home))
      scope.coverage.outside.push(use.given)
    }
  }
}
