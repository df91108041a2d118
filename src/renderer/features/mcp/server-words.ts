// What a tool server is and does, in words. Pure.
import type { ToolServer } from '../../../shared/domain/tool-server'
import type { BadgeTone } from '../../ui/badge'
import { plural } from '../../ui/format-count'

export interface ServerWords {
  state: string
  tone: BadgeTone
  /** What there is to say beyond the state; empty where there is nothing. */
  more: string
}

/** The state of a server as it is shown. */
export function serverWords({ state, reason, tools, carried }: ToolServer): ServerWords {
  const more = reason === null ? '' : sentence(reason)
  switch (state) {
    case 'inert':
      return { state: 'inert', tone: 'wait', more: 'It is not started: the project is not trusted.' }
    case 'disabled':
      return { state: 'switched off', tone: 'quiet', more }
    case 'invalid':
      return { state: 'not usable', tone: 'bad', more }
    case 'resting':
      return { state: 'not running', tone: 'quiet', more: carried === 0 || carried === null ? NEXT : ON_CALL }
    case 'starting':
      return { state: reason === null ? 'starting' : 'starting again', tone: 'wait', more }
    case 'connected':
      return { state: `connected · ${plural(tools.length, 'tool')}`, tone: 'ok', more }
    case 'failed':
      return { state: 'failed', tone: 'bad', more }
  }
}

const NEXT = 'It is started when a session needs it.'
const ON_CALL = 'It is started when one of its tools is called.'

/** What of a server a thread's requests carry; empty where nothing was sent yet. */
export function carriedWords({ carried, differs, chosen }: ToolServer): string {
  if (carried === null || (carried === 0 && !differs)) return ''
  const now =
    carried === 0
      ? 'This thread’s requests carry no tools of it'
      : `This thread’s requests carry ${plural(carried, 'tool')} of it`
  if (!differs) return `${now}.`
  return chosen ? `${now}; it offers others now.` : `${now}, and it is not chosen any more.`
}

/** Which of the servers that can be chosen are picked; null where that is all of them. */
export function pickedNames(servers: readonly ToolServer[], picked: ReadonlySet<string>): string[] | null {
  const names = servers.map(({ name }) => name)
  return names.every((name) => picked.has(name)) ? null : names.filter((name) => picked.has(name))
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}
