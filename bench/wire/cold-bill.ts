// Figure: what forks of an old turn are billed when nothing of it is in the cache any more, and what fresh agents beside them are.
import type { Usage } from '../../src/shared/domain/units'
import type { Detail, Findings, Row } from '../support/figure'
import { type ForkedJob, forkJob, freshJob, MODEL, TENTH, withForkBench } from '../support/fork-bill'
import { MIDDLE } from '../support/parser-model'
import { count } from '../support/report'
import { billed, dollars, equivalents, unshared } from '../support/wire'

const FORKS = 5
const MOST_OF_LIMIT = 1.05
/** How much less than as many cold writes the first requests cost, where a read costs a tenth of fresh input. */
const LEAST_CHEAPER = 3.5

/** Measures five forks of a cold turn, and five fresh agents. */
export async function coldBill(): Promise<Findings> {
  const { job, fresh } = await withForkBench(MIDDLE, async (bench) => ({
    job: await forkJob(bench, FORKS, 'cold'),
    fresh: await freshJob(bench, FORKS),
  }))
  return { rows: rowsOf(job, fresh), details: [billTable(job, fresh)] }
}

/** Requests that wrote any of what the parent's last request had sent. */
function prefixWriters({ firsts, parent }: ForkedJob): number {
  const sent = parent.prompt?.tokens ?? 0
  return firsts.filter(({ usage }) => (usage?.cacheRead ?? 0) < sent).length
}

function rowsOf(job: ForkedJob, fresh: Usage): Row[] {
  const of = `${FORKS} forks of an old, cold turn, ${count(job.prefixTokens)} tokens inherited`
  const writers = prefixWriters(job)
  const ratio = equivalents(TENTH, job.all) / equivalents(TENTH, job.least)
  const first = billed(job.firsts)
  const cheaper = equivalents(TENTH, unshared(first)) / equivalents(TENTH, first)
  return [
    { figure: `${of}: requests that write the prefix`, toReach: '1', measured: `${writers}`, reached: writers === 1 },
    {
      figure: `${of}: bill`,
      toReach: `≤ ${MOST_OF_LIMIT} × the limit`,
      measured: `${ratio.toFixed(3)} ×`,
      reached: ratio <= MOST_OF_LIMIT,
    },
    {
      figure: `${of}: first requests by ${FORKS} cold writes (read × 0.1: Opus 5)`,
      toReach: `≥ ${LEAST_CHEAPER} × cheaper`,
      measured: `${cheaper.toFixed(2)} ×`,
      reached: cheaper >= LEAST_CHEAPER,
    },
    {
      figure: `beside it: ${FORKS} fresh agents that read it again, the same work`,
      toReach: '',
      measured: `${(equivalents(TENTH, fresh) / equivalents(TENTH, job.all)).toFixed(2)} × the forks’ bill`,
      reached: null,
    },
  ]
}

function billTable(job: ForkedJob, fresh: Usage): Detail {
  const first = billed(job.firsts)
  const line = (name: string, usage: Usage) => [
    name,
    count(usage.cacheRead),
    count(usage.cacheWrite5m),
    count(usage.input),
    count(equivalents(TENTH, usage)),
    count(equivalents(MODEL, usage)),
    dollars(MODEL, usage),
  ]
  return {
    header: ['cold', 'read', 'written', 'fresh', 'equivalents, read × 0.1', 'read × 0.05', 'cost at Opus 5.5'],
    rows: [
      line(`first requests of ${FORKS} forks`, first),
      line('the same, each writing all of its own', unshared(first)),
      line('the whole job', job.all),
      line('its limit', job.least),
      line(`${FORKS} fresh agents`, fresh),
    ],
    note: 'The parent went on with one more turn before everything left the cache; the forks leave from the turn before. The limit is that of the warm turn, with nothing in the cache. At Opus 5.5, which reads at a twentieth, the first requests are cheaper by more than the figure says. Fresh agents start one after the other, read the same files four at a time, and share system prompt and tools.',
  }
}
