import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryRepository, temporaryRepository } from '../../../testing/temporary-repository'
import { gitQueue, untilUnlocked } from './git-queue'
import { GitCommandError, runGit } from './run-git'

let repo: TemporaryRepository
beforeEach(() => {
  repo = temporaryRepository({ files: { 'a.txt': 'one\n' } })
})
afterEach(() => repo.remove())

describe('gitQueue', () => {
  it('runs writes of one repository one after another, also after a failure, and of two repositories side by side', async () => {
    const log: string[] = []
    const gates = new Map<string, () => void>()
    const job = (name: string) => async () => {
      log.push(`${name} starts`)
      await new Promise<void>((resolve) => gates.set(name, resolve))
      log.push(`${name} ends`)
      if (name === 'first') throw new Error('first failed')
    }
    const first = gitQueue('/one').run(job('first'))
    const second = gitQueue('/one').run(job('second'))
    const other = gitQueue('/two').run(job('other'))
    await Promise.resolve()
    await Promise.resolve()
    expect(log).toEqual(['first starts', 'other starts'])
    gates.get('first')?.()
    await expect(first).rejects.toThrow('first failed')
    await Promise.resolve()
    gates.get('other')?.()
    await other
    gates.get('second')?.()
    await second
    expect(log.filter((line) => !line.startsWith('other'))).toEqual([
      'first starts',
      'first ends',
      'second starts',
      'second ends',
    ])
  })

  it('waits for a lock that somebody else holds for a moment', async () => {
    const lock = join(repo.folder, '.git/index.lock')
    writeFileSync(lock, '')
    repo.write('b.txt', 'b')
    let attempts = 0
    await gitQueue(repo.folder).run(async () => {
      attempts += 1
      if (attempts === 3) rmSync(lock)
      await runGit({ args: ['add', 'b.txt'], cwd: repo.folder })
    })
    expect(attempts).toBe(3)
  })

  it('does not repeat what failed for another reason', async () => {
    let attempts = 0
    const write = gitQueue(repo.folder).run(() => {
      attempts += 1
      return runGit({ args: ['add', 'no such file'], cwd: repo.folder })
    })
    await expect(write).rejects.toBeInstanceOf(GitCommandError)
    expect(attempts).toBe(1)
  })

  it('ends the wait for a lock when it is cancelled', async () => {
    writeFileSync(join(repo.folder, '.git/index.lock'), '')
    const cancel = new AbortController()
    const write = gitQueue(repo.folder).run(() => {
      cancel.abort()
      return runGit({ args: ['add', 'a.txt'], cwd: repo.folder })
    }, cancel.signal)
    await expect(write).rejects.toMatchObject({ name: 'AbortError' })
  })
  it.each([
    ['index', 'index.lock', ['add', 'a.txt']],
    ['packed refs', 'packed-refs.lock', ['pack-refs', '--all']],
    ['configuration', 'config.lock', ['config', 'x.y', 'z']],
    ['branch', 'refs/heads/other.lock', ['branch', 'other']],
  ])('names the lock of the %s that outlasts every attempt', async (_what, name, args) => {
    const lock = join(repo.folder, '.git', name)
    writeFileSync(lock, '')
    let attempts = 0
    const write = () => {
      attempts += 1
      return runGit({ args, cwd: repo.folder })
    }
    const named = expect.stringContaining(join('.git', name))
    const failure = { code: 'worktree.busy', lock: named, message: named }
    await expect(untilUnlocked(write, undefined, [1, 1])).rejects.toMatchObject({ failure })
    expect(attempts).toBe(3)
  })
})
