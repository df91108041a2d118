// What a request was sent for, told from what the thread had done just before. Pure.
import type { Request } from '../../../../shared/domain/ledger'
import type { Item, Turn } from '../../../../shared/domain/turn'
import { callWords } from '../../../transcript/call-words'

export interface Purpose {
  text: string
  /** Whether it reads as code: a tool and what it was about. */
  code: boolean
}

/** The turn a request belongs to: the last one that had begun. */
export function turnOf(request: Pick<Request, 'startedAt'>, turns: readonly Turn[]): Turn | undefined {
  return turns.findLast((turn) => turn.startedAt <= request.startedAt)
}

/**
 * `Read parser.ts` for a request that carries the result of that call, else the first line of what the person wrote; of a
 * turn whose items are not known its number.
 */
export function purposeOf(
  request: Request,
  previous: Request | undefined,
  turn: Turn | undefined,
  items: readonly Item[] | undefined,
): Purpose {
  if (request.purpose === 'keep-warm') return { text: 'keep warm', code: false }
  if (previous && previous.outcome === 'retried') return { text: 'once more', code: false }
  const since = previous?.startedAt ?? 0
  const calls = (items ?? []).flatMap((item) =>
    item.kind === 'tool' && item.endedAt !== null && item.endedAt > since && item.endedAt <= request.startedAt
      ? [item]
      : [],
  )
  const call = calls.at(-1)
  if (call) {
    const { verb, subject } = callWords(call)
    const more = calls.length > 1 ? ` +${calls.length - 1}` : ''
    return { text: `${verb} ${nameOf(subject)}`.trim() + more, code: true }
  }
  const said = items
    ?.find((item) => item.kind === 'user')
    ?.text.trim()
    .split('\n', 1)[0]
  if (said) return { text: said, code: false }
  if (items?.some((item) => item.kind === 'notification' || item.kind === 'broughtBack')) {
    return { text: 'results came in', code: false }
  }
  return { text: turn ? `turn ${turn.n}` : '', code: false }
}

/** Of a path its last part; of anything else all. */
function nameOf(subject: string): string {
  return /^\S*\/\S+$/.test(subject) ? (subject.split('/').at(-1) ?? subject) : subject
}
