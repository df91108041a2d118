// Variables that change how a program talks, not what it does.
import type { Assignment } from './shell-analysis'

const HARMLESS = new Set(
  (
    'CI NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLORTERM TERM COLUMNS LINES LANG LANGUAGE LC_ALL LC_CTYPE LC_COLLATE ' +
    'LC_MESSAGES LC_NUMERIC LC_TIME TZ NODE_ENV RUST_BACKTRACE RUST_LOG DEBUG VERBOSE PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE ' +
    'NODE_NO_WARNINGS GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS TURBO_TELEMETRY_DISABLED DO_NOT_TRACK CARGO_TERM_COLOR'
  ).split(' '),
)

/** Set for one command: only names known to be harmless, with values that are known. */
export function harmlessForCommand(assignment: Assignment): boolean {
  return HARMLESS.has(assignment.name) && assignment.value.kind === 'literal'
}

/** Set in the shell: also lower-case names, which nothing exported bears but those that end like these. */
export function harmlessInShell(assignment: Assignment): boolean {
  if (HARMLESS.has(assignment.name)) return assignment.value.kind === 'literal'
  return /^[a-z][a-z0-9_]*$/.test(assignment.name) && !/proxy$|^npm_|path$/.test(assignment.name)
}
