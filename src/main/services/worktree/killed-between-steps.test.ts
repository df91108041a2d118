// Killed between any two steps of making, discarding, freeing or restoring a worktree: the next start finishes it or has it undone,
// and not a byte is lost.
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pictureOf, type WorktreeBench, type WorktreeLife, worktreeBench } from '../../../testing/worktree-bench'

/** Moments of each operation that are lived on from; `PROPERTY_RUNS=1000` takes every one. */
const MOMENTS = Number(process.env.PROPERTY_RUNS ?? 2)

/** Counts what has an effect outside of the process, and dies at one of them: from there on nothing has any. */
const death = vi.hoisted(() => {
  const state = { effects: 0, at: Number.POSITIVE_INFINITY }
  class Killed extends Error {}
  return {
    state,
    Killed,
    step(): void {
      state.effects += 1
      if (state.effects >= state.at) throw new Killed(`killed at step ${state.at}`)
    },
  }
})

type Anything = (...given: unknown[]) => unknown

vi.mock('node:fs/promises', async (original) => {
  const real: Record<string, unknown> = { ...(await original<object>()) }
  for (const name of ['rename', 'mkdir', 'mkdtemp', 'writeFile', 'rm', 'rmdir', 'copyFile', 'symlink', 'unlink']) {
    const act = real[name] as Anything
    real[name] = async (...given: unknown[]) => {
      death.step()
      return act(...given)
    }
  }
  return real
})

vi.mock('node:child_process', async (original) => {
  const real = await original<{ spawn: Anything }>()
  return {
    ...real,
    spawn: (...given: unknown[]) => {
      death.step()
      return real.spawn(...given)
    },
  }
})

afterEach(() => live(Number.POSITIVE_INFINITY))

function live(at: number): void {
  death.state.effects = 0
  death.state.at = at
}

/** Runs `work` and has it killed at its nth effect. Answers how many it had. */
async function killedAt(bench: WorktreeBench, n: number, work: () => Promise<unknown>): Promise<number> {
  const { commit } = bench.store
  bench.store.commit = (...given) => {
    death.step()
    return commit(...given)
  }
  live(n)
  try {
    await work()
  } catch (error) {
    if (death.state.effects < n) throw error
  } finally {
    bench.store.commit = commit
  }
  const { effects } = death.state
  live(Number.POSITIVE_INFINITY)
  return effects
}

/** Some of all moments, others with every run. */
function chosen(all: number): number[] {
  const count = Math.min(MOMENTS, all)
  return Array.from({ length: count }, (_, n) => 1 + Math.floor(((n + Math.random()) * all) / count))
}

function fill(path: string): void {
  writeFileSync(join(path, 'a.txt'), 'changed\n')
  writeFileSync(join(path, 'new.txt'), 'new\n')
  writeFileSync(join(path, 'secret.env'), 'KEY\n', { mode: 0o640 })
  mkdirSync(join(path, 'empty'))
  for (let n = 0; n < 200; n++) writeFileSync(join(path, `many-${n}.env`), 'x'.repeat(5_000))
  chmodSync(join(path, 'empty'), 0o711)
  symlinkSync('nowhere', join(path, 'link'))
}

const bench = () => worktreeBench({ files: { 'a.txt': 'one\n', 'b/c.txt': 'two\n', '.gitignore': '*.env\n' } })

/** A fork with work in its worktree, brought to where the operation begins. */
async function forkAt(bench: WorktreeBench, life: WorktreeLife, ...before: ('discard' | 'free')[]) {
  const fork = await bench.planFork(life, `work ${Math.random()}`)
  const { folder } = await life.worktrees.ready(fork)
  fill(folder)
  const picture = pictureOf(folder)
  if (before.includes('discard')) await life.discarding.discard(fork.id, true)
  if (before.includes('free')) await life.freeing.free(fork.id)
  return { fork, folder, picture }
}

/** Whatever became of it, it can be discarded and comes back as it was. */
async function expectWhole(
  bench: WorktreeBench,
  fork: { id: string },
  folder: string,
  picture: unknown,
  moment: string,
) {
  const next = bench.live()
  await next.begin()
  expect({ moment, journal: bench.store.worktreeSteps.list() }).toEqual({ moment, journal: [] })
  const { state } = next.worktrees.record(fork.id)
  expect({ moment, state }).toEqual({ moment, state: expect.stringMatching(/^(ready|dirty|restored|discarded)$/) })
  if (state === 'discarded') expect(existsSync(folder)).toBe(false)
  else expect({ moment, now: pictureOf(folder) }).toEqual({ moment, now: picture })
  await next.discarding.discard(fork.id, true)
  await next.restoring.restore(fork.id)
  expect({ moment, now: pictureOf(folder) }).toEqual({ moment, now: picture })
  const { left } = await next.reconciling.reconcile([])
  expect({ moment, left: left.filter(({ threadId }) => threadId === fork.id) }).toEqual({ moment, left: [] })
  next.end()
}

describe('killed between any two steps', () => {
  it.each<[string, ('discard' | 'free')[], (life: WorktreeLife, id: string) => Promise<unknown>]>([
    ['of discarding', [], (life, id) => life.discarding.discard(id, true)],
    ['of freeing', ['discard'], (life, id) => life.freeing.free(id)],
    ['of restoring from the rescued folder', ['discard'], (life, id) => life.restoring.restore(id)],
    ['of restoring from the archive', ['discard', 'free'], (life, id) => life.restoring.restore(id)],
  ])(
    '%s, it is finished or undone, and whole',
    async (_name, before, operation) => {
      const at = bench()
      const whole = await forkAt(at, at.live(), ...before)
      const all = await killedAt(at, Number.POSITIVE_INFINITY, () => operation(at.live(), whole.fork.id))
      expect(all).toBeGreaterThan(10)
      for (const n of chosen(all)) {
        const life = at.live()
        const { fork, folder, picture } = await forkAt(at, life, ...before)
        await killedAt(at, n, () => operation(life, fork.id))
        life.end()
        await expectWhole(at, fork, folder, picture, `step ${n} of ${all}`)
      }
    },
    120_000,
  )

  it.each<[string, ('discard' | 'free')[], (life: WorktreeLife, id: string) => Promise<unknown>]>([
    ['archiving and removing', ['discard'], (life, id) => life.freeing.free(id)],
    ['unpacking', ['discard', 'free'], (life, id) => life.restoring.restore(id)],
  ])(
    'or in the middle of %s, it is finished or undone, and whole',
    async (_name, before, operation) => {
      const at = bench()
      for (let n = 0; n < MOMENTS; n++) {
        const life = at.live()
        const { fork, folder, picture } = await forkAt(at, life, ...before)
        const running = operation(life, fork.id).catch(() => {})
        await pause(5 + Math.random() * 150)
        // The thread that copies ends wherever it is, and nothing is written down any more.
        const { commit } = at.store
        at.store.commit = () => {
          throw new death.Killed('killed')
        }
        life.end()
        await running
        at.store.commit = commit
        await expectWhole(at, fork, folder, picture, 'somewhere')
      }
    },
    120_000,
  )

  it('of making it, it is made when it is needed', async () => {
    const at = bench()
    const first = await at.planFork(at.live(), 'first')
    const all = await killedAt(at, Number.POSITIVE_INFINITY, () => at.live().worktrees.ready(first))
    const wanted = pictureOf((await at.live().worktrees.ready(first)).folder)
    for (const n of chosen(all)) {
      const life = at.live()
      const fork = await at.planFork(life, `work ${n} ${Math.random()}`)
      await killedAt(at, n, () => life.worktrees.ready(fork))
      const next = at.live()
      await next.begin()
      const { folder } = await next.worktrees.ready(fork)
      expect({ n, names: Object.keys(pictureOf(folder)) }).toEqual({ n, names: Object.keys(wanted) })
      expect({ n, state: next.worktrees.record(fork.id).state }).toEqual({ n, state: 'ready' })
      expect(at.store.worktreeSteps.get(fork.id)).toBeUndefined()
    }
  }, 120_000)
})
