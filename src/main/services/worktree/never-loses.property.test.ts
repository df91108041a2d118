// Whatever is done to a worktree, by the app, by hand or by a kill, and in whatever order: no byte that existed nowhere else is lost.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FailureError } from '../../../shared/contract/failure'
import { gitIn } from '../../../testing/temporary-repository'
import { type WorktreeBench, type WorktreeLife, worktreeBench } from '../../../testing/worktree-bench'

const RUNS = Number(process.env.PROPERTY_RUNS ?? 10)

const deed = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      name: fc.constantFrom('a.txt', 'n ü.txt', 'own.env', 'd/x'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('commit' as const, 'stage' as const, 'reset' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('discard' as const, 'free' as const, 'restore' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'kill' as const,
        'move' as const,
        'unlink' as const,
        'prune' as const,
        'reconcile' as const,
      ),
    }),
  },
)
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never

/** Contents that were written and that nobody has overwritten or thrown away since. */
class Ledger {
  readonly files = new Map<string, string>()
  readonly commits = new Set<string>()
  private written = 0

  keep(reachable: ReadonlySet<string>): void {
    for (const commit of [...this.commits]) if (!reachable.has(commit)) this.commits.delete(commit)
  }

  next(): string {
    this.written += 1
    return `content ${this.written}\n`
  }
}

it('create, write, commit, kill, delete by hand, discard, free and restore in any order keep everything', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 12 }), async (deeds) => {
      const bench = worktreeBench({ files: { 'a.txt': 'one\n', '.gitignore': '*.env\n' } })
      await liveThrough(bench, deeds)
      bench.repository.remove()
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
}, 120_000)

async function liveThrough(bench: WorktreeBench, deeds: readonly Deed[]): Promise<void> {
  let life = bench.live()
  const fork = await bench.planFork(life, 'work')
  const { folder } = await life.worktrees.ready(fork)
  const ledger = new Ledger()
  for (const one of deeds) {
    life = await perform(bench, life, { id: fork.id, folder, ledger }, one)
    expectNothingLost(bench, fork.id, folder, ledger)
  }
  // In the end, everything can be brought home by what the app offers.
  await life.reconciling.reconcile()
  if (life.worktrees.record(fork.id).state === 'discarded') await life.restoring.restore(fork.id)
  for (const [name, content] of ledger.files) expect(readFileSync(join(folder, name), 'utf8')).toBe(content)
  life.end()
}

interface Lived {
  id: string
  folder: string
  ledger: Ledger
}

async function perform(
  bench: WorktreeBench,
  life: WorktreeLife,
  lived: Lived,
  { kind, ...more }: Deed,
): Promise<WorktreeLife> {
  const { id, folder, ledger } = lived
  const isThere = existsSync(join(folder, '.git'))
  switch (kind) {
    case 'write':
      if (isThere && 'name' in more) {
        const content = ledger.next()
        mkdirSync(dirname(join(folder, more.name)), { recursive: true })
        writeFileSync(join(folder, more.name), content)
        ledger.files.set(more.name, content)
      }
      return life
    case 'stage':
    case 'commit':
      if (!isThere) return life
      gitIn(folder, 'add', '--all')
      if (kind === 'commit') {
        gitIn(folder, 'commit', '--quiet', '--allow-empty', '-m', 'work')
        ledger.commits.add(gitIn(folder, 'rev-parse', 'HEAD'))
      }
      return life
    case 'reset':
      // A commit that only the worktree's own log knows from here on; its files stay as they are.
      if (isThere && ledger.commits.has(gitIn(folder, 'rev-parse', 'HEAD')))
        gitIn(folder, 'reset', '--quiet', '--soft', 'HEAD~1')
      return life
    case 'kill': {
      life.end()
      const next = bench.live()
      await next.begin()
      return next
    }
    case 'move':
      // By hand, to somewhere else in the data folder.
      if (existsSync(dirname(folder))) renameSync(dirname(folder), `${dirname(folder)}-away-${Math.random()}`)
      return life
    case 'unlink':
      rmSync(join(folder, '.git'), { force: true })
      return life
    case 'prune':
      bench.repository.git('worktree', 'prune', '--expire=now')
      // Of a folder that was moved away by hand, git has now thrown away what only its log knew: on a person's word.
      if (!existsSync(folder)) ledger.keep(reachable(bench))
      return life
    case 'discard':
      return orRefused(life, () => life.discarding.discard(id, true))
    case 'free':
      return orRefused(life, () => life.freeing.free(id))
    case 'restore':
      return orRefused(life, () => life.restoring.restore(id))
    case 'reconcile':
      return orRefused(life, () => life.reconciling.reconcile())
  }
}

async function orRefused(life: WorktreeLife, work: () => Promise<unknown>): Promise<WorktreeLife> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof FailureError)) throw error
  }
  return life
}

/** Every file's last content is somewhere in the data folder or in an archive, every commit in the repository. */
function expectNothingLost(bench: WorktreeBench, id: string, folder: string, ledger: Ledger): void {
  const archive = bench.store.worktrees.get(id)?.archive ?? null
  const places = ['worktrees', 'rescued', 'restoring'].flatMap((place) =>
    checkouts(join(bench.dataDir, place), basename(folder)),
  )
  for (const [name, content] of ledger.files) {
    const found = places.some(
      (place) => existsSync(join(place, name)) && readFileSync(join(place, name), 'utf8') === content,
    )
    expect({ name, found: found || (archive !== null && existsSync(archive)) }).toEqual({ name, found: true })
  }
  const kept = reachable(bench)
  for (const commit of ledger.commits) expect({ commit, kept: kept.has(commit) }).toEqual({ commit, kept: true })
}

/** Every commit that a branch, a ref of ours or a log keeps. */
function reachable(bench: WorktreeBench): ReadonlySet<string> {
  const listed = bench.repository.git('rev-list', '--all', '--reflog')
  return new Set(`${listed}\n${ofWorktrees(bench)}`.split('\n'))
}

/** What the logs of linked worktrees name. */
function ofWorktrees({ repository }: WorktreeBench): string {
  const folder = join(repository.folder, '.git/worktrees')
  if (!existsSync(folder)) return ''
  const logs = readdirSync(folder).map((name) => join(folder, name, 'logs/HEAD'))
  return logs
    .filter((log) => existsSync(log))
    .flatMap((log) => readFileSync(log, 'utf8').split('\n'))
    .map((line) => line.split(' ')[1] ?? '')
    .join('\n')
}

function checkouts(place: string, name: string): string[] {
  return existsSync(place) ? readdirSync(place).map((holder) => join(place, holder, name)) : []
}
