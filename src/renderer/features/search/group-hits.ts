// What was found, by session: the session of the best hit first, the hits of each in their own order. Pure.
import type { FoundSession, FoundThread, SearchAnswer, SearchHit } from '../../../shared/domain/search'
import { hueOf, letterOf } from '../../threads/thread-marks'
import type { ThreadWords } from '../../threads/thread-words'
import { threadWords } from '../../threads/thread-words'
import type { Hue } from '../../ui/badge'

export interface FoundHit {
  key: string
  hit: SearchHit
  thread: FoundThread
  /** Its place in the whole list. */
  index: number
}

export interface HitGroup {
  session: FoundSession
  hits: FoundHit[]
}

/** Groups an answer. A hit whose thread or session is not told is left out: there would be nothing to call it by. */
export function groupHits(answer: SearchAnswer): HitGroup[] {
  const threads = new Map(answer.threads.map((thread) => [thread.id, thread]))
  const groups = new Map(answer.sessions.map((session) => [session.id, { session, hits: [] as FoundHit[] }]))
  const order: HitGroup[] = []
  for (const hit of answer.hits) {
    const group = groups.get(hit.sessionId)
    const thread = threads.get(hit.threadId)
    if (!group || !thread) continue
    if (group.hits.length === 0) order.push(group)
    group.hits.push({ key: `${hit.turnId} ${hit.itemId ?? ''}`, hit, thread, index: 0 })
  }
  let index = 0
  for (const found of order.flatMap((group) => group.hits)) found.index = index++
  return order
}

/** The letter and the hue a thread has in its session, as everywhere: by the order in which the threads were made. */
export function foundMark({ nth, state }: Pick<FoundThread, 'nth' | 'state'>): { letter: string; hue: Hue } {
  if (nth === 0) return { letter: '', hue: 0 }
  return { letter: letterOf(nth - 1), hue: state === 'discarded' ? 'off' : hueOf(nth - 1) }
}

/** The state of a thread in words, as far as a search tells it. */
export function foundWords({
  kind,
  state,
  archivedAt,
}: Pick<FoundThread, 'kind' | 'state' | 'archivedAt'>): ThreadWords {
  const unknown = { stateReason: null, silentSince: null, broughtBackAt: null, endedAt: null }
  return threadWords({ ...unknown, kind, state, archivedAt, resumable: false, createdAt: 0 }, 0)
}

const PLACES: Record<SearchHit['kind'], string> = {
  user: 'message',
  text: 'answer',
  thinking: 'thinking',
  tool: 'tool',
  notice: 'notice',
  notification: 'report',
  broughtBack: 'brought back',
  title: 'title',
}

/** What the words stand in: `turn 7 · answer`, `turn 7 · bash, and 2 more`. */
export function placeWords({ n, kind, tool, parts }: Pick<SearchHit, 'n' | 'kind' | 'tool' | 'parts'>): string {
  const more = parts > 1 ? `, and ${parts - 1} more` : ''
  return `turn ${n} · ${tool ?? PLACES[kind]}${more}`
}
