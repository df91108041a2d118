// The lines of the field "Directives": each that is not empty is one fork, with its letter.

import { MAX_DIRECTIVE_CHARS, MAX_DIRECTIVES } from '../../../shared/contract/fork-limits'
import { LIVE_STATES } from '../../../shared/domain/live-states'
import type { Thread } from '../../../shared/domain/thread'
import { letterOf } from '../../threads/thread-marks'

export interface DirectiveLine {
  /** The letter beside the line; null beside an empty one. */
  letter: string | null
  text: string
}

/** Each line as it stands in the field, with the letter of the fork it starts; `made` threads have theirs already. */
export function directiveLines(text: string, made = 0): DirectiveLine[] {
  let next = made
  return text.split('\n').map((line) => {
    const directive = line.trim()
    return { letter: directive === '' ? null : letterOf(next++), text: directive }
  })
}

/** The directives in the order of their lines. */
export function readDirectives(text: string): string[] {
  return directiveLines(text)
    .filter((line) => line.letter !== null)
    .map((line) => line.text)
}

/** What keeps these directives from being started; null when nothing does. A branch can be started without a word. */
export function directivesProblem(directives: readonly string[], kind: 'fork' | 'branch'): string | null {
  if (directives.length === 0) return kind === 'branch' ? null : 'Write at least one directive.'
  if (directives.length > MAX_DIRECTIVES) {
    return `At most ${MAX_DIRECTIVES} forks start at once; these are ${directives.length}.`
  }
  const long = directives.find((directive) => directive.length > MAX_DIRECTIVE_CHARS)
  return long ? `A directive has at most ${MAX_DIRECTIVE_CHARS.toLocaleString('en-US')} characters.` : null
}

/** A directive among these that a thread is at work on already; null when none is. */
export function runningTwin(
  directives: readonly string[],
  threads: Iterable<Pick<Thread, 'directive' | 'state'>>,
): string | null {
  for (const { directive, state } of threads) {
    const text = directive?.trim()
    if (text && LIVE_STATES.has(state) && directives.includes(text)) return text
  }
  return null
}
