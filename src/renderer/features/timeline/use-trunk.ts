import { useEffect, useMemo, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Thread } from '../../../shared/domain/thread'
import type { Turn } from '../../../shared/domain/turn'
import { useHost } from '../../client/use-host'
import { loadRequests } from '../../state/load'
import { useApp, useSession } from '../../state/store'
import type { CacheMiss } from '../../threads/cache-miss'
import { threadMarks } from '../../threads/thread-marks'
import { assignLanes, type LaneBook } from './assign-lanes'
import { buildRows, keepRows, type TimelineRow } from './build-rows'
import { gutterWidth, type LaneLook, type NodeShape } from './lane-geometry'
import { keepLooks, laneLook, runningNode } from './lane-look'
import { keepLanes, type Lane, layoutLanes } from './layout-lanes'
import { missesByTurn, moneyByTurn } from './turn-money'

export interface Trunk {
  turns: readonly Turn[]
  rows: readonly TimelineRow[]
  lanes: readonly Lane[]
  /** By thread id. */
  looks: Readonly<Record<string, LaneLook>>
  gutter: number
  /** The node of the turn that runs. */
  running: NodeShape
  /** NanoUsd by turn id, of the turns whose price is known. */
  money: ReadonlyMap<string, number>
  /** By turn id: the requests that missed the cache. */
  misses: ReadonlyMap<string, readonly CacheMiss[]>
}

const NO_TURNS: readonly Turn[] = []
const NO_THREADS: readonly Thread[] = []
const NO_BOOK: Readonly<Record<string, readonly Turn[]>> = {}
const NO_LEDGER: Pick<Trunk, 'money' | 'misses'> = { money: new Map(), misses: new Map() }

/** Everything the timeline of one trunk draws, kept up by events; bodies and live text are read by the rows themselves. */
export function useTrunk(threadId: string): Trunk {
  const [shownAt] = useState(() => Date.now())
  const turns = useSession((session) => session.turns[threadId], undefined) ?? NO_TURNS
  const folds = useApp(({ ui }) => ui.folds)
  const children = useApp(
    useShallow(({ view }) => {
      const session = view.session
      if (!session) return NO_THREADS
      return session.threadIds.flatMap((id) => {
        const thread = session.threads[id]
        return thread?.parentId === threadId ? [thread] : []
      })
    }),
  )
  const marks = useSession(threadMarks, undefined)
  const built = useMemo(() => buildRows({ turns, children, folds, shownAt }), [turns, children, folds, shownAt])
  const rows = useKept(built, keepRows)
  const lanes = useKept(useLanes(turns, children, rows), keepLanes)
  const drawn = useMemo(
    () => Object.fromEntries(children.map((child) => [child.id, laneLook(child, marks?.[child.id])])),
    [children, marks],
  )
  const looks = useKept(drawn, keepLooks)
  const gutter = gutterWidth(Math.max(0, ...lanes.map((lane) => lane.lane)))
  const running = useSession((session) => runningNode(session.threads[threadId]), 'streaming')
  return { turns, rows, lanes, looks, gutter, running, ...useTurnLedger(threadId, turns) }
}

/** What was drawn before, as far as it is the same: then nothing has to be drawn again. */
function useKept<T>(after: T, keep: (before: T, after: T) => T): T {
  const before = useRef(after)
  const kept = keep(before.current, after)
  useEffect(() => {
    before.current = kept
  }, [kept])
  return kept
}

/** Each fork keeps the lane that was free when it was made. */
function useLanes(turns: readonly Turn[], children: readonly Thread[], rows: readonly TimelineRow[]): readonly Lane[] {
  const known = useRef<LaneBook>(new Map())
  const turnsOf = useSession((session) => session.turns, NO_BOOK)
  const book = assignLanes({ turns, children, turnsOf }, known.current)
  useEffect(() => {
    known.current = book
  }, [book])
  return useMemo(
    () => layoutLanes(rows, Object.fromEntries(children.map((child) => [child.id, child])), book),
    [rows, children, book],
  )
}

/** The prices come last: they are many times what the first rows need, and nobody looks at them first. */
function useTurnLedger(threadId: string, turns: readonly Turn[]): Pick<Trunk, 'money' | 'misses'> {
  const host = useHost()
  const requests = useSession((session) => session.requests[threadId], undefined)
  const last = turns.at(-1)?.id
  const rowsRead = useSession((session) => last !== undefined && session.bodies[last]?.complete === true, false)
  useEffect(() => {
    if (requests || !rowsRead) return
    // Without the ledger the turns show no price; everything else is whole, so nothing is said.
    return afterPaint(() => loadRequests(host, threadId).catch(() => NO_LEDGER))
  }, [host, threadId, requests, rowsRead])
  return useMemo(
    () => (requests ? { money: moneyByTurn(turns, requests), misses: missesByTurn(turns, requests) } : NO_LEDGER),
    [turns, requests],
  )
}

/** Runs `work` once what is drawn now is on screen and the page has nothing else to do; returns the way not to. */
function afterPaint(work: () => void): () => void {
  const asked = requestIdleCallback(work, { timeout: 2_000 })
  return () => cancelIdleCallback(asked)
}
