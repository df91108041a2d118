import { plural } from '../ui/format-count'
import { formatDuration } from '../ui/format-time'
import { type CallIcon, callWords } from './call-words'
import type { Call } from './read-entries'

/** How many calls of a kind are said; `about` counts what they were about, each once. */
const PHRASES: Record<CallIcon, (count: number, about: number, verb: string) => string> = {
  read: (_, about) => `read ${plural(about, 'file')}`,
  edit: (_, about) => `edited ${plural(about, 'file')}`,
  search: (count) => `searched ${times(count)}`,
  command: (count) => `ran ${plural(count, 'command')}`,
  fork: (count) => `started ${plural(count, 'fork')}`,
  message: (count) => `sent ${plural(count, 'message')}`,
  list: () => 'kept its list',
  web: (_, about) => `fetched ${plural(about, 'page')}`,
  tool: (count, _, verb) => (count === 1 ? `called ${verb}` : `called ${verb} ${times(count)}`),
}

/** `Read 9 files, searched 3 times, ran 2 commands · 41 s`: what was done, in the order in which it was first done. */
export function callsSummary(calls: readonly Call[]): string {
  const kinds = new Map<string, { icon: CallIcon; verb: string; count: number; about: Set<string> }>()
  let tookMs = 0
  for (const call of calls) {
    const { icon, verb, subject } = callWords(call)
    const key = icon === 'tool' ? verb : icon
    const kind = kinds.get(key) ?? { icon, verb, count: 0, about: new Set() }
    kind.count += 1
    // A call whose subject is not known yet is about something of its own.
    kind.about.add(subject || call.id)
    kinds.set(key, kind)
    if (call.startedAt !== null && call.endedAt !== null) tookMs += call.endedAt - call.startedAt
  }
  const phrases = [...kinds.values()].map(({ icon, verb, count, about }) => PHRASES[icon](count, about.size, verb))
  const said = phrases.join(', ')
  const sentence = said.charAt(0).toUpperCase() + said.slice(1)
  return tookMs > 0 ? `${sentence} · ${formatDuration(tookMs)}` : sentence
}

function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
}
