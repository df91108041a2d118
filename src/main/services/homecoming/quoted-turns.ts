// Chosen turns of a thread as quoted context: what was said, and what was called with what outcome.
import { cutAt } from '../../../core/content/replacement'
import type { Quote } from '../../../core/turn/brought-back'
import { wellFormed } from '../../../core/wire/wire-snapshot'
import type { Item } from '../../../shared/domain/turn'
import type { HostParts } from '../host-parts'
import { turnOf } from '../threads'

const SAID_CHARS = 20_000
const INPUT_CHARS = 500
const OUTPUT_CHARS = 2_000

/**
 * The quotes in the order in which things happened. Thinking is left out: it is bound to the conversation it was made in.
 *
 * @throws FailureError `not_found` for a turn of another thread
 */
export function quotedTurns(
  { store }: Pick<HostParts, 'store'>,
  threadId: string,
  turnIds: readonly string[],
): Quote[] {
  const turns = [...new Set(turnIds)].map((id) => turnOf(store, threadId, id)).sort((a, b) => a.n - b.n)
  const items = Map.groupBy(store.items.ofTurns(turns.map(({ id }) => id)), (item: Item) => item.turnId)
  return turns.flatMap(({ id, n }) => (items.get(id) ?? []).flatMap((item) => quoteOf(n, item)))
}

function quoteOf(turn: number, item: Item): Quote[] {
  switch (item.kind) {
    case 'user':
      return [{ turn, speaker: 'person', text: cut(item.text, SAID_CHARS) }]
    case 'text':
      return item.text.trim() === '' ? [] : [{ turn, speaker: 'model', text: cut(item.text, SAID_CHARS) }]
    case 'tool': {
      const input = cut(JSON.stringify(item.input) ?? '', INPUT_CHARS)
      return [
        { turn, speaker: 'tool', text: `${item.name} ${input}\n${item.state}: ${cut(item.output, OUTPUT_CHARS)}` },
      ]
    }
    case 'thinking':
    case 'notice':
    case 'notification':
    case 'broughtBack':
      return []
  }
}

function cut(text: string, chars: number): string {
  const whole = wellFormed(text)
  return whole.length <= chars ? whole : `${cutAt(whole, chars)} […]`
}
