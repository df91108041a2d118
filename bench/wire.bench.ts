// What the wire and the forks on it promise, as one table: what is to be reached, what was measured, and whether it was reached.
import { heading, note, table } from './support/report'
import { coldBill } from './wire/cold-bill'
import { database } from './wire/database'
import type { Figure, Findings, Row } from './wire/figure'
import { firstRequest } from './wire/first-request'
import { latency } from './wire/latency'
import { ledger } from './wire/ledger'
import { memory } from './wire/memory'
import { resume } from './wire/resume'
import { warmBill } from './wire/warm-bill'

const FIGURES: Readonly<Record<string, Figure>> = {
  'first-request': firstRequest,
  'warm-bill': warmBill,
  'cold-bill': coldBill,
  latency,
  memory,
  database,
  resume,
  ledger,
}

/** What can be measured by itself: `npm run bench:wire -- latency`. */
export const parts = Object.keys(FIGURES)

/** Measures all figures, or those that are named, one after the other; prints the table, and below it where each comes from. */
export async function main(asked: readonly string[] = []): Promise<void> {
  heading('The fork on the wire')
  const found: Findings[] = []
  for (const [name, figure] of Object.entries(FIGURES)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    process.stderr.write(`bench: ${name} ...\n`)
    found.push(await figure().catch((reason: unknown) => notMeasured(name, reason)))
  }
  table(
    ['figure', 'to reach', 'measured', 'reached'],
    found
      .flatMap(({ rows }) => rows)
      .map(({ figure, toReach, measured, reached }) => [figure, toReach, measured, verdict(reached)]),
  )
  for (const detail of found.flatMap(({ details }) => details)) {
    console.log('')
    table(detail.header, detail.rows)
    note(detail.note)
  }
}

/** A figure that could not be measured was not reached; the others are measured all the same. */
function notMeasured(name: string, reason: unknown): Findings {
  console.error(reason)
  process.exitCode = 1
  const measured = reason instanceof Error ? reason.message : String(reason)
  return { rows: [{ figure: name, toReach: 'to be measured', measured, reached: false }], details: [] }
}

function verdict(reached: Row['reached']): string {
  return reached === null ? '–' : reached ? 'yes' : '**no**'
}
