import { memo, useState } from 'react'
import { isBad, Summary } from './call-list'
import { callsSummary } from './calls-summary'
import { EntryView } from './entry-view'
import type { Call, Entry } from './read-entries'

interface TurnBodyProps {
  entries: readonly Entry[]
  threadId: string
  live: boolean
}

/** While a turn runs, as many of its latest entries are drawn; what was before them is folded, so that no turn grows without end. */
const LIVE_ENTRIES = 12

/**
 * What the model did in a turn, for the timeline: the work folded into one line that opens, then the answer. A turn that was
 * watched while it ran stays as it was watched, so that its end moves nothing.
 */
export const TurnBody = memo(function TurnBody({ entries, threadId, live }: TurnBodyProps) {
  const [watched, setWatched] = useState(live)
  if (live && !watched) setWatched(true)
  const shown = entries.filter((entry) => entry.kind !== 'prompt')
  const answerAt = watched ? Math.max(0, shown.length - LIVE_ENTRIES) : answerStart(shown)
  const work = shown.slice(0, answerAt)
  const foldable = work.some((entry) => entry.kind === 'calls')
  return (
    <>
      {foldable ? (
        <Work entries={work} threadId={threadId} />
      ) : (
        <Entries of={work} threadId={threadId} live={watched} />
      )}
      <Entries of={shown.slice(answerAt)} threadId={threadId} live={watched} />
    </>
  )
})

function Work({ entries, threadId }: Omit<TurnBodyProps, 'live'>) {
  const calls = callsOf(entries)
  return (
    <Summary text={callsSummary(calls)} bad={calls.filter(isBad).length} holds={(itemId) => holdsItem(entries, itemId)}>
      <Entries of={entries} threadId={threadId} live={false} />
    </Summary>
  )
}

function Entries({ of: entries, threadId, live }: { of: readonly Entry[]; threadId: string; live: boolean }) {
  return entries.map((entry) => (
    <EntryView key={entry.id} entry={entry} threadId={threadId} live={live} foldCallsAbove={live ? 4 : 12} />
  ))
}

/** Where the answer begins: after the last call. A notice, a report or an error is never folded away with the work. */
export function answerStart(entries: readonly Entry[]): number {
  const keep = entries.findIndex(
    (entry) => entry.kind === 'report' || (entry.kind === 'notice' && entry.level !== 'info'),
  )
  const lastCall = entries.findLastIndex((entry) => entry.kind === 'calls')
  return keep === -1 ? lastCall + 1 : Math.min(keep, lastCall + 1)
}

function holdsItem(entries: readonly Entry[], itemId: string): boolean {
  return entries.some((entry) =>
    entry.kind === 'calls' ? entry.calls.some((call) => call.id === itemId) : entry.id === itemId,
  )
}

function callsOf(entries: readonly Entry[]): Call[] {
  return entries.flatMap((entry) => (entry.kind === 'calls' ? entry.calls : []))
}
