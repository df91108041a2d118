// What was chosen in the palette lately, kept by the browser: it is offered first while nothing is typed.

const KEY = 'tine.palette'
const KEPT = 5

/** The newest first. */
export function recentChoices(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string').slice(0, KEPT) : []
  } catch (error) {
    // Storage that is switched off or holds something foreign is an empty one.
    if (error instanceof DOMException || error instanceof SyntaxError) return []
    throw error
  }
}

export function rememberChoice(choice: string): void {
  try {
    const others = recentChoices().filter((each) => each !== choice)
    localStorage.setItem(KEY, JSON.stringify([choice, ...others].slice(0, KEPT)))
  } catch (error) {
    // Full or switched off: nothing is lost but the order of a list.
    if (!(error instanceof DOMException)) throw error
  }
}
