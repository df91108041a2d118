// Owns how figures become one table: each is measured after the other, and what could not be measured was not reached.
import type { Figure, Findings, Row } from './figure'
import { heading, note, table } from './report'

/** Measures all figures, or those that are named; prints the table, and below it where each comes from. */
export async function printFigures(
  title: string,
  figures: Readonly<Record<string, Figure>>,
  asked: readonly string[],
): Promise<void> {
  heading(title)
  const found: Findings[] = []
  for (const [name, figure] of Object.entries(figures)) {
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
