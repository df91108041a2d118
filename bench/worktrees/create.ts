// Figure: how long a worktree takes from the plan to the compared checkout, by what a bare `git worktree add` takes; and what
// 500 changed files add to it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Findings, Row } from '../support/figure'
import { count, median, ms, spread } from '../support/report'
import { prose } from '../support/words'
import { type BigRepository, FILES, git, nextThread, timed, withBigRepository } from './big-repository'

const RUNS = 5
const MOST = 1.3
const CHANGED = 500
const MOST_CARRY_MS = 1_000

interface Made {
  plan: number
  create: number
}

/** Bare and ours take turns, so that both meet the same machine. */
export function create(): Promise<Findings> {
  return withBigRepository(async (repository) => {
    const bare: number[] = []
    const clean: Made[] = []
    for (let n = 0; n <= RUNS; n++) {
      bare.push(await bareAdd(repository, n))
      clean.push(await make(repository))
    }
    await change(repository)
    const carried: Made[] = []
    for (let n = 0; n < RUNS; n++) carried.push(await make(repository))
    return findings(bare.slice(1), clean.slice(1), carried)
  })
}

function bareAdd({ folder, workspace }: BigRepository, n: number): Promise<number> {
  return timed(() => git(folder, 'worktree', 'add', '--quiet', '-b', `bare${n}`, join(workspace, `bare${n}`)))
}

async function make({ app, folder }: BigRepository): Promise<Made> {
  const input = { folder, threadId: nextThread(), title: 'Bench' }
  const begun = performance.now()
  const plan = await app.planWorktree(input, { trusted: false })
  const planned = performance.now()
  const { notes } = await app.createWorktree(plan, { trusted: false })
  if (notes.length > 0) throw new Error(notes.join('; '))
  return { plan: planned - begun, create: performance.now() - planned }
}

/** A third each: changed, staged, new. */
async function change({ folder, files }: BigRepository): Promise<void> {
  const step = Math.floor(files.length / CHANGED)
  const chosen = Array.from({ length: CHANGED }, (_, n) => files[n * step] ?? '')
  for (const [n, file] of chosen.entries())
    writeFileSync(join(folder, n % 3 === 0 ? `${file}.new` : file), prose(n, 2_100))
  await git(folder, 'add', '--', ...chosen.filter((_, n) => n % 3 === 1))
}

function findings(bare: readonly number[], clean: readonly Made[], carried: readonly Made[]): Findings {
  const whole = (made: readonly Made[]) => made.map(({ plan, create }) => plan + create)
  const unit = median(bare)
  const ours = median(whole(clean))
  const more = median(whole(carried)) - ours
  const rows: Row[] = [
    {
      figure: `create a worktree of ${count(FILES)} files, planned and compared`,
      toReach: `≤ ${MOST} × a bare git worktree add (${ms(unit)})`,
      measured: `${(ours / unit).toFixed(2)} × (${ms(ours)}; ${spread(whole(clean))})`,
      reached: ours <= MOST * unit,
    },
    {
      figure: `carry ${CHANGED} changed, staged and new files over`,
      toReach: `≤ ${ms(MOST_CARRY_MS)} more`,
      measured: ms(more),
      reached: more <= MOST_CARRY_MS,
    },
  ]
  const part = (name: string, times: readonly number[]) => [name, ms(median(times)), spread(times)]
  const of = (made: readonly Made[], key: keyof Made) => made.map((each) => each[key])
  return {
    rows,
    details: [
      {
        header: ['creation, its parts', 'median', 'spread'],
        rows: [
          part('bare git worktree add', bare),
          part('plan: HEAD, uncommitted work, branch, place', of(clean, 'plan')),
          part('create: register, check out, compare', of(clean, 'create')),
          part(`plan with ${CHANGED} changed files`, of(carried, 'plan')),
          part(`create with ${CHANGED} changed files`, of(carried, 'create')),
        ],
        note: `Medians of ${RUNS} after one that is not counted; bare and ours take turns on one repository. Bare is git as it comes: no look at the parent's files, no comparison afterwards.`,
      },
    ],
  }
}
