import { useMemo } from 'react'
import type { Thread } from '../../../shared/domain/thread'
import type { Turn } from '../../../shared/domain/turn'
import { useSession } from '../../state/store'
import { answerOf, type Entry, promptOf, readEntries } from '../../transcript/read-entries'
import { useMissingPages } from '../../transcript/use-missing-pages'
import { aboutTokens } from './report-size'
import type { TurnOption } from './turn-choice'

interface Said {
  /** What the thread said last; null until that has been read. */
  report: string | null
  turns: readonly TurnOption[]
}

const NO_TURNS: readonly Turn[] = []

/** The contract takes so many turns along; of a longer thread the last ones can be chosen. */
const MOST_TURNS = 200

/** What was said in a thread, turn by turn. */
export function useSaid(thread: Pick<Thread, 'id'>): Said {
  const turns = useSession((session) => session.turns[thread.id] ?? NO_TURNS, NO_TURNS)
  const bodies = useSession((session) => session.bodies, undefined)
  const shown = useMemo(() => turns.slice(-MOST_TURNS), [turns])
  const pages = useMissingPages(
    thread.id,
    shown.filter(({ id }) => !bodies?.[id]?.complete).map(({ n }) => n),
  )
  return useMemo(() => {
    const read = shown.map((turn) => {
      const body = bodies?.[turn.id]
      return { turn, entries: body?.complete ? readEntries(body.items) : null }
    })
    const options = read.map(({ turn: { id, n }, entries }) => {
      if (!entries) return { id, n, prompt: null, tokens: null }
      const prompt = promptOf(entries) ?? ''
      return { id, n, prompt: oneLine(prompt), tokens: aboutTokens(entries.flatMap(quotedOf)) }
    })
    // What cannot be read is written by the person.
    const known = pages.failure !== null || read.every(({ entries }) => entries !== null)
    const last = read.findLast(({ entries }) => entries !== null && answerOf(entries) !== '')
    return { report: known ? answerOf(last?.entries ?? []) : null, turns: options }
  }, [shown, bodies, pages.failure])
}

/** What is quoted of a call, at most: its input and what it answered. */
const INPUT_CHARS = 500
const OUTPUT_CHARS = 2_000

/** What of an entry is quoted to the parent. */
function quotedOf(entry: Entry): string[] {
  if (entry.kind === 'prompt' || entry.kind === 'text') return [entry.text]
  if (entry.kind !== 'calls') return []
  return entry.calls.map(({ input, output }) => {
    const asked = JSON.stringify(input) ?? ''
    return asked.slice(0, INPUT_CHARS) + output.slice(0, OUTPUT_CHARS)
  })
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 200)
}
