// Which hints a person has seen: each is given once, and that is remembered in the browser's storage.

const KEY = 'tine.hints'

/** Whether a hint was given before, in this window or an earlier one. */
export function hintGiven(name: string): boolean {
  return kept().includes(name)
}

/** Remembers that a hint was given. */
export function rememberHint(name: string): void {
  if (hintGiven(name)) return
  try {
    localStorage.setItem(KEY, JSON.stringify([...kept(), name]))
  } catch (error) {
    // Full or switched off: the hint is given again another time, which harms nobody.
    if (!(error instanceof DOMException)) throw error
  }
}

function kept(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return []
    throw error
  }
}
