// How a message becomes directives when it is sent as forks.
import { MAX_DIRECTIVES } from '../../../shared/contract/fork-limits'

export type ReadDirectives = { directives: string[] } | { problem: string }

const BULLET = /^\s*-\s+/

/**
 * The directives in a message: one for each line that starts with a dash, else the whole text as one.
 * Lines before the first dash go before each directive; lines after a dash without one belong to it. No word is lost.
 */
export function directivesOf(text: string): ReadDirectives {
  const lead: string[] = []
  const items: string[][] = []
  for (const line of text.split('\n')) {
    const item = items.at(-1)
    if (BULLET.test(line)) items.push([line.replace(BULLET, '')])
    else if (item) item.push(line.trim())
    else lead.push(line)
  }
  const common = lead.join('\n').trim()
  const directives = items
    .map((lines) => lines.join('\n').trim())
    .filter((directive) => directive !== '')
    .map((directive) => (common ? `${common}\n${directive}` : directive))
  if (directives.length > MAX_DIRECTIVES) {
    return { problem: `At most ${MAX_DIRECTIVES} forks start at once; these are ${directives.length}.` }
  }
  if (directives.length > 0) return { directives }
  const whole = text.trim()
  return whole ? { directives: [whole] } : { problem: 'Write what the fork shall do.' }
}
