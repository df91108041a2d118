import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-store'
import type { HookOrder } from '../../services/ports/hooks'
import type { StartedProcess } from '../../services/ports/tools'
import { systemClock } from '../system/clock'
import { processTable } from '../system/process-table'
import { createHookCommands } from './run-hook-command'

const env = { PATH: process.env.PATH, HOME: '/', ANTHROPIC_API_KEY: 'sk-secret', GITHUB_TOKEN: 'ghp', TINE_DATA: '/x' }
const { run } = createHookCommands({ clock: systemClock, env })

function order(command: string, more: Partial<HookOrder> = {}): HookOrder {
  const folder = more.folder ?? temporaryFolder()
  return {
    command,
    input: '{"hook_event_name":"Stop"}',
    folder,
    projectFolder: folder,
    environment: {},
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    onProcess: () => {},
    onProcessEnd: () => {},
    ...more,
  }
}

const exists = async (pid: number) => {
  const entry = await processTable().find(pid)
  return entry !== null && !entry.zombie
}

describe.skipIf(process.platform === 'win32')('the command of a hook', () => {
  it('reads what it is told, and its two outputs are heard apart', async () => {
    expect(await run(order('cat; echo wrong >&2; exit 3'))).toEqual({
      kind: 'exited',
      code: 3,
      stdout: '{"hook_event_name":"Stop"}',
      stderr: 'wrong\n',
    })
  })

  it('can open its input and outputs again by their names', async () => {
    const end = await run(order('cat /dev/stdin > /dev/stderr; echo out > /dev/stdout'))
    expect(end).toMatchObject({ stdout: 'out\n', stderr: '{"hook_event_name":"Stop"}' })
  })

  it('runs in the folder, with the project named, what its file sets, and none of our secrets', async () => {
    const folder = temporaryFolder()
    const environment = { CHECK: 'yes', ANTHROPIC_BASE_URL: 'http://evil', TINE_X: '1' }
    const end = await run(order('pwd; env', { folder, projectFolder: '/the/project', environment }))
    const stdout = end.kind === 'exited' ? end.stdout : ''
    expect(stdout.split('\n')[0]).toBe(folder)
    expect(stdout).toContain('CLAUDE_PROJECT_DIR=/the/project\n')
    expect(stdout).toContain('CHECK=yes\n')
    expect(stdout).not.toMatch(/sk-secret|ghp|TINE_|ANTHROPIC_/)
  })

  it('takes a large input, whether it reads it or closes it', async () => {
    const input = 'x'.repeat(3_000_000)
    expect(await run(order('wc -c', { input }))).toMatchObject({ stdout: expect.stringContaining('3000000') })
    expect(await run(order('exec <&-; echo closed', { input }))).toMatchObject({ code: 0, stdout: 'closed\n' })
    expect(await run(order('exit 2', { input }))).toMatchObject({ code: 2 })
  })

  it('that hangs is ended at its time, with everything it started', async () => {
    let pid = 0
    const hangs = order('sleep 300 & sleep 300', { timeoutMs: 300, onProcess: (process) => (pid = process.pid) })
    expect(await run(hangs)).toEqual({ kind: 'timed-out', afterMs: 300 })
    expect(await exists(pid)).toBe(false)
  })

  it('that prints 100 MB is ended', async () => {
    expect(await run(order('head -c 100000000 /dev/zero'))).toEqual({ kind: 'too-much', limitBytes: 10_000_000 })
    expect(await run(order('yes >&2'))).toMatchObject({ kind: 'too-much' })
  })

  it('that ends by a signal says by which', async () => {
    expect(await run(order('echo last >&2; kill -SEGV $$'))).toMatchObject({
      kind: 'signalled',
      signal: 'SIGSEGV',
      stderr: 'last\n',
    })
    expect(await run(order('kill -9 0'))).toMatchObject({ kind: 'signalled', signal: 'SIGKILL' })
  })

  it('leaves nothing behind, and is recorded from before its start until its end', async () => {
    const folder = temporaryFolder()
    const told: [string, StartedProcess][] = []
    const end = await run(
      order('touch ran; sleep 300 > /dev/null 2>&1 & echo $!', {
        folder,
        onProcess: (process) => {
          expect(existsSync(join(folder, 'ran'))).toBe(false)
          told.push(['start', process])
        },
        onProcessEnd: (process) => told.push(['end', process]),
      }),
    )
    const pid = end.kind === 'exited' ? Number(end.stdout) : 0
    expect(pid).toBeGreaterThan(0)
    expect(await exists(pid)).toBe(false)
    expect(told.map(([what]) => what)).toEqual(['start', 'end'])
    expect(told[0]?.[1]).toEqual(told[1]?.[1])
  })

  it('is ended when the turn is, with the reason of the signal', async () => {
    const stop = new AbortController()
    const reason = new Error('stopped by the person')
    const running = run(
      order('sleep 300', { signal: stop.signal, onProcess: () => setImmediate(() => stop.abort(reason)) }),
    )
    await expect(running).rejects.toBe(reason)
  })

  it('whose folder is gone says so', async () => {
    expect(await run(order('true', { folder: '/nowhere/at/all' }))).toMatchObject({ kind: 'not-started' })
  })
})
