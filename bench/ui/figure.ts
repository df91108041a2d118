// Owns what a figure of the window is: what it was to reach, and what was measured.
import { count, median, spread } from '../support/report'

export interface Figure {
  name: string
  limit: string
  measured: string
  reached: boolean
}

/** A figure that is reached when it is no more than `limit`. */
export function atMost(name: string, value: number, limit: number, words: (value: number) => string = count): Figure {
  const bound = limit === 0 ? '0' : `≤ ${words(limit)}`
  return { name, limit: bound, measured: words(value), reached: value <= limit }
}

/** The median of several times against a limit; the spread stands beside it, since a median alone hides a noisy machine. */
export function medianAtMost(
  name: string,
  values: readonly number[],
  limit: number,
  words: (value: number) => string,
): Figure {
  const figure = atMost(name, median(values), limit, words)
  return { ...figure, measured: `${figure.measured} (${spread(values)})` }
}

/** What is printed beside others to compare them; there is nothing to reach. */
export function compared(name: string, measured: string): Figure {
  return { name, limit: '', measured, reached: true }
}

/** The value that `share` of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)]
  if (at === undefined) throw new Error('nothing was measured')
  return at
}
