// The pure part of the timeline: the rows and lanes of a whole trunk, and what they cost again when one more turn is there.
import { assignLanes, type LaneBook } from '../../src/renderer/features/timeline/assign-lanes'
import { buildRows } from '../../src/renderer/features/timeline/build-rows'
import { layoutLanes } from '../../src/renderer/features/timeline/layout-lanes'
import type { Thread } from '../../src/shared/domain/thread'
import type { Turn } from '../../src/shared/domain/turn'
import { viewThread, viewTurn } from '../../src/testing/domain-views'
import { count, median, ms } from '../support/report'
import { compared, type Figure, medianAtMost } from './figure'
import { HUGE, LARGE } from './seeded-app'

/** Longest a fork lives, in turns of its parent. */
const LIVES = 40
const WARM_RUNS = 20

interface Session {
  turns: Turn[]
  children: Thread[]
}

/** Node runs the same code as the window, in the same engine. */
export async function measureLayout(runs: number): Promise<Figure[]> {
  return [...measure(LARGE, runs), ...measure(HUGE, runs)]
}

function measure(size: typeof LARGE | typeof HUGE, runs: number): Figure[] {
  const session = synthetic(size.turns, size.forks)
  for (let run = 0; run < WARM_RUNS; run++) layOut(session)
  const whole: number[] = []
  const again: number[] = []
  for (let run = 0; run < runs; run++) {
    let begun = performance.now()
    const book = layOut(session)
    whole.push(performance.now() - begun)
    const more = { ...session, turns: [...session.turns, viewTurn({ id: 'trn_more', n: size.turns + 1 })] }
    begun = performance.now()
    layOut(more, book)
    again.push(performance.now() - begun)
  }
  const name = `layout of ${count(size.turns)} turns, ${size.forks} forks`
  return [
    // A whole session is laid out once, when it is opened.
    size === LARGE
      ? medianAtMost(`${name}: rows and lanes`, whole, 1, fine)
      : compared(`${name}: rows and lanes`, fine(median(whole))),
    // A quarter of a frame of 16 ms is not noticed.
    medianAtMost(`${name}: with one turn more`, again, size === LARGE ? 1 : 4, fine),
  ]
}

function layOut({ turns, children }: Session, known?: LaneBook): LaneBook {
  const rows = buildRows({ turns, children, folds: {}, shownAt: Number.POSITIVE_INFINITY })
  const book = assignLanes({ turns, children, turnsOf: {} }, known)
  layoutLanes(rows, Object.fromEntries(children.map((child) => [child.id, child])), book)
  return book
}

/** Forks from turns at even distances, of which some live long, some were brought back and one in ten still runs. */
function synthetic(turns: number, forks: number): Session {
  return {
    turns: Array.from({ length: turns }, (_, n) => viewTurn({ id: `trn_${n + 1}`, n: n + 1 })),
    children: Array.from({ length: forks }, (_, n) => {
      const from = Math.floor(((n + 1) * turns) / (forks + 1))
      const createdAt = from * 100 + 50
      const endedAt = n % 10 === 0 ? null : createdAt + (1 + (n % LIVES)) * 100
      return viewThread({
        id: `thr_${n}`,
        branchPoint: { turnId: `trn_${from}`, message: 1, link: '' },
        createdAt,
        endedAt,
        state: endedAt === null ? 'streaming' : 'done',
        broughtBackAt: n % 4 === 1 ? endedAt : null,
      })
    }),
  }
}

function fine(value: number): string {
  return value < 1 ? `${value.toFixed(2)} ms` : ms(value)
}
