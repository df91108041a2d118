// What was sent before, to be called back: kept by the browser for all composers, and read from the thread for this one.
import { appStore } from '../../state/store'
import { remember, withPrompts } from './message-history'

const SENT = 'tine.sent'
/** A longer text can be copied from the conversation. */
const LONGEST_SENT = 10_000

/** The texts that were sent, oldest first: those a thread shows, then those of any composer of this browser. */
export function sentTexts(threadId: string): string[] {
  const session = appStore.getState().view.session
  const prompts = (session?.turns[threadId] ?? []).flatMap(({ id }) =>
    (session?.bodies[id]?.items ?? []).flatMap((item) => (item.kind === 'user' ? [item.text] : [])),
  )
  return withPrompts(keptSent(), prompts)
}

/** Adds a sent text to what the browser keeps. */
export function keepSent(text: string): void {
  if (text.length > LONGEST_SENT) return
  try {
    localStorage.setItem(SENT, JSON.stringify(remember(keptSent(), text)))
  } catch (error) {
    // Full or switched off: the conversation still has it.
    if (!(error instanceof DOMException)) throw error
  }
}

function keptSent(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SENT) ?? 'null')
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string') : []
  } catch (error) {
    // Storage that is switched off or holds something foreign is an empty one.
    if (error instanceof DOMException || error instanceof SyntaxError) return []
    throw error
  }
}
