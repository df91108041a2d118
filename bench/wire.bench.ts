// What the wire and the forks on it promise, as one table: what is to be reached, what was measured, and whether it was reached.
import type { Figure } from './support/figure'
import { printFigures } from './support/figures'
import { coldBill } from './wire/cold-bill'
import { database } from './wire/database'
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

export function main(asked: readonly string[] = []): Promise<void> {
  return printFigures('The fork on the wire', FIGURES, asked)
}
