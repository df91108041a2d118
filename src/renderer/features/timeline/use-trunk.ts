import { useEffect, useMemo, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Thread } from '../../../shared/domain/thread'
import type { Turn } from '../../../shared/domain/turn'
import { useHost } from '../../client/use-host'
import { loadRequests } from '../../state/load'
import { useApp, useSession } from '../../state/store'
import type { CacheMiss } from '../../threads/cache-miss'
import { threadMarks } from '../../threads/thread-marks'
import { buildRows, type TimelineRow } from './build-rows'
import { gutterWidth, type LaneLook, type NodeShape } from './lane-geometry'
import { laneLook, runningNode } from './lane-look'
import { type Lane, type LaneBook, layoutLanes } from './layout-lanes'
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
  const rows = useMemo(() => buildRows({ turns, children, folds, shownAt }), [turns, children, folds, shownAt])
  const threads = useMemo(() => Object.fromEntries(children.map((child) => [child.id, child])), [children])
  const lanes = useLanes(rows, threads)
  const looks = useMemo(
    () => Object.fromEntries(children.map((child) => [child.id, laneLook(child, marks?.[child.id])])),
    [children, marks],
  )
  const gutter = gutterWidth(Math.max(0, ...lanes.map((lane) => lane.lane)))
  const running = useSession((session) => runningNode(session.threads[threadId]), 'streaming')
  return { turns, rows, lanes, looks, gutter, running, ...useTurnLedger(threadId, turns) }
}

/** Remembers which lane each fork has, so that none ever moves while the trunk is shown. */
function useLanes(rows: readonly TimelineRow[], threads: Readonly<Record<string, Thread>>): readonly Lane[] {
  const book = useRef<LaneBook>(new Map())
  const layout = useMemo(() => layoutLanes(rows, threads, book.current), [rows, threads])
  useEffect(() => {
    book.current = layout.book
  }, [layout])
  return layout.lanes
}

function useTurnLedger(threadId: string, turns: readonly Turn[]): Pick<Trunk, 'money' | 'misses'> {
  const host = useHost()
  const requests = useSession((session) => session.requests[threadId], undefined)
  useEffect(() => {
    // Without the ledger the turns show no price; everything else is whole, so nothing is said.
    if (!requests) loadRequests(host, threadId).catch(() => NO_LEDGER)
  }, [host, threadId, requests])
  return useMemo(
    () => (requests ? { money: moneyByTurn(turns, requests), misses: missesByTurn(turns, requests) } : NO_LEDGER),
    [turns, requests],
  )
}
