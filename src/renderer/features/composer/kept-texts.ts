// Keeps half-written and sent texts in the browser's storage, so that a reload or a crash loses none.
import { remember } from './message-history'

const DRAFTS = 'tine.drafts'
const SENT = 'tine.sent'
/** Threads whose drafts are kept; the oldest make room. */
const KEPT_DRAFTS = 100
/** A longer text can be copied from the conversation. */
const LONGEST_SENT = 10_000

/** What was left in the composer of a thread; empty when nothing was. */
export function keptDraft(threadId: string): string {
  return drafts()[threadId] ?? ''
}

/** Keeps a draft; an empty one is forgotten. */
export function keepDraft(threadId: string, text: string): void {
  const { [threadId]: _, ...others } = drafts()
  const entries = Object.entries(others).slice(-KEPT_DRAFTS + 1)
  write(DRAFTS, Object.fromEntries(text === '' ? entries : [...entries, [threadId, text]]))
}

/** The texts that were sent from any composer, oldest first. */
export function keptHistory(): string[] {
  const stored = read(SENT)
  return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string') : []
}

/** Adds a sent text to the history. */
export function keepSent(text: string): void {
  if (text.length <= LONGEST_SENT) write(SENT, remember(keptHistory(), text))
}

function drafts(): Record<string, string> {
  const stored = read(DRAFTS)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch (error) {
    // Storage that is switched off or holds something foreign is an empty one: drafts still live in memory.
    if (error instanceof DOMException || error instanceof SyntaxError) return null
    throw error
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch (error) {
    // Full or switched off: what is being written stays in memory.
    if (!(error instanceof DOMException)) throw error
  }
}
