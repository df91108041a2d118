import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryRepository, temporaryRepository } from '../../../testing/temporary-repository'
import { gitEnvironment } from './git-environment'
import { gitVersion, isNewEnough, parseGitVersion, requireGit } from './git-version'
import { runGit } from './run-git'

let repo: TemporaryRepository
beforeEach(() => {
  repo = temporaryRepository({ files: { 'a.txt': 'one\n' } })
})
afterEach(() => repo.remove())

describe('runGit', () => {
  it('takes arguments as they are: no shell reads them', async () => {
    const { stdout } = await runGit({ args: ['rev-parse', '--sq-quote', '$(touch x); "y" *'], cwd: repo.folder })
    expect(stdout.toString()).toBe(` '$(touch x); "y" *'\n`)
  })

  it('ends a command that takes too long and says so', async () => {
    repo.git('config', 'filter.slow.clean', 'sleep 30')
    repo.write('.gitattributes', '*.slow filter=slow\n')
    repo.write('x.slow', 'x')
    await expect(runGit({ args: ['add', 'x.slow'], cwd: repo.folder, timeLimitMs: 300 })).rejects.toMatchObject({
      failure: { code: 'worktree.busy', message: expect.stringMatching(/did not finish/) },
    })
  })

  it('fails on too much output, or hands over its beginning where that is wanted', async () => {
    repo.write('big.txt', 'x'.repeat(10_000))
    const call = { args: ['hash-object', '-w', 'big.txt'], cwd: repo.folder }
    const id = (await runGit(call)).stdout.toString().trim()
    const show = { args: ['cat-file', 'blob', id], cwd: repo.folder, maxBytes: 100 }
    await expect(runGit(show)).rejects.toThrow(/more than 100 bytes/)
    const { stdout, cut } = await runGit({ ...show, cutOutput: true })
    expect({ length: stdout.length, cut }).toEqual({ length: 100, cut: true })
  })

  it("fails with git's own words", async () => {
    await expect(runGit({ args: ['rev-parse', '--verify', 'nothing'], cwd: repo.folder })).rejects.toThrow(
      /git rev-parse failed \(128\): fatal: Needed a single revision/,
    )
  })

  it('ends with the reason of a cancellation', async () => {
    const reason = new Error('stopped by a person')
    const call = { args: ['status'], cwd: repo.folder, signal: AbortSignal.abort(reason) }
    await expect(runGit(call)).rejects.toBe(reason)
  })

  it('survives a git that does not read its input', async () => {
    const input = Buffer.alloc(4 * 1024 * 1024, 'x')
    await expect(runGit({ args: ['rev-parse', 'HEAD'], cwd: repo.folder, input })).resolves.toMatchObject({ code: 0 })
  })
})

describe('gitEnvironment', () => {
  it('drops what is ours, what is secret, and what would redirect git', () => {
    const env = gitEnvironment({
      PATH: '/bin',
      HOME: '/home/x',
      GIT_DIR: '/elsewhere',
      GIT_SSH_COMMAND: 'evil',
      ANTHROPIC_API_KEY: 'k',
      TINE_DATA: '/data',
      GITHUB_TOKEN: 't',
      PAGER: 'less',
    })
    expect(env).toMatchObject({ PATH: '/bin', HOME: '/home/x', LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' })
    for (const name of ['GIT_DIR', 'GIT_SSH_COMMAND', 'ANTHROPIC_API_KEY', 'TINE_DATA', 'GITHUB_TOKEN', 'PAGER']) {
      expect(env).not.toHaveProperty(name)
    }
  })
})

describe('the version of git', () => {
  it('is read from what vendors print', () => {
    expect(parseGitVersion('git version 2.39.5 (Apple Git-154)')).toBe('2.39.5')
    expect(parseGitVersion('git version 2.45.1.windows.1')).toBe('2.45.1')
    expect(parseGitVersion('hub version 1')).toBeNull()
  })

  it('is compared by numbers', () => {
    expect(['2.31', '2.31.1', '2.100.0', '3.0'].map((version) => isNewEnough(version))).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['2.30.9', '2.9.5', '1.99'].map((version) => isNewEnough(version))).toEqual([false, false, false])
  })

  it('is refused when it is missing or too old', async () => {
    expect(() => requireGit(null)).toThrow(/not installed/)
    expect(() => requireGit('2.25.1')).toThrow(/2\.25\.1 is too old: 2\.31 or newer/)
    requireGit(await gitVersion())
  })
})
