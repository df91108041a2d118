// Figure: what the children of one warm turn are billed, by the least that their requests can cost.
import { addUsage, type Usage } from '../../src/shared/domain/units'
import type { Detail, Findings, Row } from '../support/figure'
import { type ForkedJob, forkJob, freshJob, MODEL, TENTH, withForkBench } from '../support/fork-bill'
import { LARGE, MIDDLE, SMALL } from '../support/parser-model'
import { count, share } from '../support/report'
import { billed, dollars, equivalents, unshared } from '../support/wire'

const FORKS = [3, 5, 10]
const MOST_OF_LIMIT = 1.05

/** Forks of one length of prefix. */
interface Measured {
  jobs: ForkedJob[]
  /** Fresh agents that do the same work; only for the shortest prefix. */
  fresh: Usage[]
}

/** Measures nine combinations of forks and prefix, and fresh agents beside the shortest. */
export async function warmBill(): Promise<Findings> {
  const measured: Measured[] = []
  for (const sources of [SMALL, MIDDLE, LARGE])
    measured.push(
      await withForkBench(sources, async (bench) => {
        const jobs: ForkedJob[] = []
        const fresh: Usage[] = []
        for (const forks of FORKS) {
          jobs.push(await forkJob(bench, forks, 'warm'))
          if (sources === SMALL) fresh.push(await freshJob(bench, forks))
        }
        return { jobs, fresh }
      }),
    )
  const [small] = measured
  return {
    rows: measured.map(({ jobs }) => rowOf(jobs)),
    details: [limitTable(measured), ...(small ? [firstRequests(small), wholeJob(small)] : [])],
  }
}

function ratio(model: string, { all, least }: ForkedJob): number {
  return equivalents(model, all) / equivalents(model, least)
}

function rowOf(jobs: readonly ForkedJob[]): Row {
  const worst = Math.max(...jobs.flatMap((job) => [ratio(TENTH, job), ratio(MODEL, job)]))
  return {
    figure: `bill of ${FORKS.join(', ')} forks of a warm turn, ${count(jobs[0]?.prefixTokens ?? 0)} tokens inherited`,
    toReach: `≤ ${MOST_OF_LIMIT} × the limit`,
    measured: `${jobs.map((job) => ratio(TENTH, job).toFixed(3)).join(', ')} ×`,
    reached: worst <= MOST_OF_LIMIT,
  }
}

function limitTable(measured: readonly Measured[]): Detail {
  const jobs = measured.flatMap((each) => each.jobs)
  return {
    header: ['children’s bill', 'measured', 'limit', 'ratio', 'measured (read × 0.05)', 'limit', 'ratio'],
    rows: jobs.map((job) => [
      `${job.forks} forks of ${count(job.prefixTokens)} tokens`,
      ...[TENTH, MODEL].flatMap((model) => [
        count(equivalents(model, job.all)),
        count(equivalents(model, job.least)),
        ratio(model, job).toFixed(3),
      ]),
    ]),
    note: 'Base-input-token equivalents, input side, children only, two requests each: first at the prices of Opus 5 (read × 0.1, write × 1.25), then of Opus 5.5 (read × 0.05). The limit is computed from the same requests: in whole blocks, each can at best read what the parent’s last request, an earlier one of a sibling or an earlier one of its own had in common with it; the rest is written, since a request that is to be gone on from writes its own tail.',
  }
}

function firstRequests({ jobs }: Measured): Detail {
  return {
    header: [
      'first requests of',
      'read',
      'written',
      'fresh',
      'input cost',
      'nothing shared',
      'shared costs',
      'repeats of the parent’s last request',
    ],
    rows: jobs.map(({ forks, firsts, repeated }) => {
      const first = billed(firsts)
      return [
        `${forks} forks of a warm turn`,
        count(first.cacheRead),
        count(first.cacheWrite5m),
        count(first.input),
        dollars(MODEL, first),
        dollars(MODEL, unshared(first)),
        `${((equivalents(MODEL, first) / equivalents(MODEL, unshared(first))) * 100).toFixed(1)} %`,
        share(repeated),
      ]
    }),
    note: `What is inherited is ${count(jobs[0]?.prefixTokens ?? 0)} tokens; read, written and fresh are input tokens as the meter billed them, all forks together; costs are those of Opus 5.5. “Nothing shared”: the same requests, each writing all of its own. Repeats: bytes of the parent’s last request, markers aside, that stand at the beginning of each fork’s first one; the least of all forks.`,
  }
}

function wholeJob({ jobs, fresh }: Measured): Detail {
  const ways: [name: string, usages: Usage[]][] = [
    ['forks of a warm turn', jobs.map(({ all }) => all)],
    ['the same forks, nothing shared', jobs.map(alone)],
    ['fresh agents that read it again', fresh],
  ]
  const line = (model: string, name: string) =>
    ways.map(([way, usages]) => [
      `${way} (${name})`,
      ...usages.flatMap((usage) => [count(equivalents(model, usage)), dollars(model, usage)]),
    ])
  return {
    header: ['the whole job', ...FORKS.flatMap((forks) => [`${forks} workers`, ''])],
    rows: [...line(MODEL, 'Opus 5.5: read × 0.05'), ...line(TENTH, 'Opus 5: read × 0.1')],
    note: 'From the directive to the report: two requests of each fork, three of each fresh agent, which has to read four files first, with one message. Base-input-token equivalents and dollars, input side, children only. Fresh agents start one after the other, so that they too share the system prompt and the tools.',
  }
}

/** The same requests, each child writing all of its first one. */
function alone({ firsts, later }: ForkedJob): Usage {
  return addUsage(unshared(billed(firsts)), billed(later))
}
