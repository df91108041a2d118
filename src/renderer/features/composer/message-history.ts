// What was sent before, to be called back with the arrow keys into an empty composer.

/** Where the person is in the history: null is the text being written. */
export interface HistoryStep {
  index: number | null
  text: string
}

const KEPT = 50

/** The history with one more text at its end; the same text twice in a row is kept once. */
export function remember(history: readonly string[], text: string): string[] {
  if (history.at(-1) === text) return [...history]
  return [...history, text].slice(-KEPT)
}

/**
 * One step back (`-1`) or forward (`1`) through the history, oldest first.
 * Null where there is nothing to step to; a step past the newest leads back to the empty composer.
 */
export function stepHistory(history: readonly string[], index: number | null, step: -1 | 1): HistoryStep | null {
  if (index === null) {
    const newest = history.at(-1)
    return step === 1 || newest === undefined ? null : { index: history.length - 1, text: newest }
  }
  const next = index + step
  if (next < 0) return null
  const text = history[next]
  return text === undefined ? { index: null, text: '' } : { index: next, text }
}

/** The history with the prompts of a conversation before it, as far as they are not in it; the newest of all. */
export function withPrompts(history: readonly string[], prompts: readonly string[]): string[] {
  const known = new Set(history)
  const others = prompts.filter((text, at) => !known.has(text) && prompts.indexOf(text) === at)
  return [...others, ...history].slice(-KEPT)
}
