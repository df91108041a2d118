// The figures of the window: Chromium against serve mode with the simulator. `npm run bench:ui [-- PART...]`.
import { heading, note, table } from './support/report'
import { measureApprove } from './ui/approve'
import type { Figure } from './ui/figure'
import { measureFlow } from './ui/flow'
import { measureHeap } from './ui/heap'
import { measureLayout } from './ui/layout'
import { measureOpen } from './ui/open'
import { measureScroll } from './ui/scroll'
import { measureSize } from './ui/size'
import { measureStart } from './ui/start'
import { measureStream } from './ui/stream'

/** How often each time is taken; what is printed is the median. */
const RUNS = 5

const MEASURES: Record<string, (runs: number) => Promise<Figure[]>> = {
  home: measureStart,
  open: measureOpen,
  flow: measureFlow,
  scroll: measureScroll,
  stream: measureStream,
  heap: measureHeap,
  approve: measureApprove,
  size: measureSize,
  layout: measureLayout,
}

/** What can be asked for by itself. */
export const parts = Object.keys(MEASURES)

/** Prints the table. */
export async function main(asked: readonly string[] = parts): Promise<void> {
  heading('The window')
  const figures: Figure[] = []
  for (const part of asked.length > 0 ? asked : parts) {
    const measured = (await MEASURES[part]?.(RUNS)) ?? []
    for (const { name, measured: value } of measured) console.error(`${name}: ${value}`)
    figures.push(...measured)
  }
  table(
    ['figure', 'to reach', 'measured', 'reached'],
    figures.map(({ name, limit, measured, reached }) => [
      name,
      limit,
      measured,
      limit === '' ? '' : reached ? 'yes' : 'NO',
    ]),
  )
  note(`Times are medians of ${RUNS} with their spread, in a window of 1440 × 900 without a GPU; counts are exact.`)
}
