import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ToolBench, toolBench } from '../../../../testing/tool-bench'
import { processTable } from '../../system/process-table'

let bench: ToolBench
beforeEach(() => {
  bench = toolBench()
})
afterEach(() => bench.dispose())

const bash = (command: string, more: object = {}) => bench.call('bash', { command, ...more })
const exists = async (pid: number) => {
  const entry = await processTable().find(pid)
  return entry !== null && !entry.zombie
}

describe.skipIf(process.platform === 'win32')('a command', () => {
  it('returns what it printed and its exit code; a failure is an error', async () => {
    expect(await bash('echo out; echo err >&2')).toEqual({ text: 'out\nerr\n[exit code 0]', isError: false })
    expect(await bash('false')).toEqual({ text: '(no output)\n[exit code 1]', isError: true })
    expect((await bash('no-such-program-here')).text).toContain('command not found\n[exit code 127]')
    expect((await bash('kill -SEGV $$')).text).toContain('[exit code 139, ended by SIGSEGV]')
  })

  it('runs in the working folder every time, without memory of the call before', async () => {
    expect((await bash('cd /; export X=1; pwd')).text).toBe('/\n[exit code 0]')
    expect((await bash('pwd; echo "<$X>"')).text).toBe(`${bench.folder}\n<>\n[exit code 0]`)
  })

  it('has no input to wait for', async () => {
    expect((await bash('cat; read -r line || echo "nothing to read"')).text).toBe('nothing to read\n[exit code 0]')
  })

  it('is shown live, in order, and with characters whole', async () => {
    const wait = (name: string) => `until [ -e ${name} ]; do sleep 0.01; done`
    const result = bash(
      `printf 'caf\\303'; ${wait('a')}; printf '\\251 \\360\\237\\214'; ${wait('b')}; printf '\\262\\n'`,
    )
    await bench.seen(/caf/)
    bench.put('project/a', '')
    await bench.seen(/é /)
    bench.put('project/b', '')
    expect((await result).text).toBe('café 🌲\n[exit code 0]')
    expect(bench.live()).toBe('café 🌲\n')
  })

  it('is shown before it ends', async () => {
    const running = bash('echo first; until [ -e go ]; do sleep 0.01; done; echo second')
    await bench.seen(/first/)
    bench.put('project/go', '')
    expect((await running).text).toBe('first\nsecond\n[exit code 0]')
  })

  it('gives well-formed text whatever it prints', async () => {
    const { text } = await bash(`printf 'a\\0b\\377\\355\\240\\200c \\033[31mred\\033[0m'`)
    expect(text).toBe('a\u2400b\ufffd\ufffd\ufffd\ufffdc red\n[exit code 0]')
    expect(JSON.parse(JSON.stringify(text))).toBe(text)
  })

  it('knows nothing of our environment and is told that nobody sits there', async () => {
    const env = {
      PATH: process.env.PATH,
      ANTHROPIC_API_KEY: 'sk-1',
      TINE_DATA: '/d',
      GITHUB_TOKEN: 't',
      LANG: 'C.UTF-8',
    }
    const other = toolBench({ env })
    const { text } = await other.call('bash', { command: 'env' })
    await other.dispose()
    expect(text).not.toMatch(/ANTHROPIC|TINE|TOKEN|sk-1/)
    for (const line of ['TERM=dumb', 'GIT_TERMINAL_PROMPT=0', 'GIT_EDITOR=true', 'PAGER=cat', 'LANG=C.UTF-8']) {
      expect(text.split('\n')).toContain(line)
    }
  })

  it('refuses what cannot be run: a folder that is gone, NUL, a command too long for the system', async () => {
    const gone = await bench.call('bash', { command: 'true' }, { folder: join(bench.root, 'gone') })
    expect(gone).toEqual({ text: expect.stringContaining('is not there'), isError: true })
    expect((await bash('echo \0')).text).toContain('NUL')
    expect((await bash(`: ${'ü'.repeat(90_000)}`)).text).toBe('bash: the command is too long for the system.')
  })
})

describe.skipIf(process.platform === 'win32')('a long output', () => {
  it('is returned with its beginning and its end, and saved as a whole', async () => {
    const { text } = await bash('seq 1 100000')
    expect(text.length).toBeLessThan(50_000)
    expect(text).toMatch(/^1\n2\n3\n/)
    expect(text).toMatch(/\n99999\n100000\n\[exit code 0\]$/)
    const note = /\[… ([\d,]+) characters left out here; all of it is in (\S+) …\]/.exec(text)
    expect(note?.[1]).toBe('543,895')
    const saved = note?.[2] ?? ''
    expect(statSync(saved).mode & 0o077).toBe(0)
    expect(readFileSync(saved, 'utf8')).toBe(`${Array.from({ length: 100_000 }, (_, n) => n + 1).join('\n')}\n`)
    expect((await bench.call('read', { file_path: saved, offset: 50_000, limit: 1 })).text).toContain('50000\t50000')
  })

  it('is not saved while it is short', async () => {
    await bash('seq 1 1000')
    expect(existsSync(join(bench.outputsDir, 'job'))).toBe(false)
  })

  it('may be one line of 20 MB: memory stays bounded', async () => {
    const before = process.memoryUsage().rss
    const { text } = await bash(`head -c 20000000 /dev/zero | tr '\\0' x`)
    expect(text.length).toBeLessThan(50_000)
    expect(text).toContain('19,955,000 characters left out here; all of it is in')
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  })

  it('is returned all the same when it cannot be saved, and that is said', async () => {
    const outputsDir = bench.put('blocked', 'a file where the folder should be')
    const { text, isError } = await bench.call('bash', { command: 'seq 1 100000' }, { outputsDir })
    expect(isError).toBe(false)
    expect(text).toMatch(/characters left out here; the whole output could not be saved \(ENOTDIR\) …\]/)
    expect(text).toMatch(/\n100000\n\[exit code 0\]$/)
  })
})

describe.skipIf(process.platform === 'win32')('the end of a command', () => {
  it('comes at the time limit for everything it started, and the result keeps what it printed', async () => {
    const running = bash('echo before; sleep 1000 & echo pid $!; wait', { timeout_ms: 300 })
    const pid = Number(await bench.seen(/pid (\d+)/))
    const { text, isError } = await running
    expect([isError, text]).toEqual([
      true,
      `before\npid ${pid}\n[it ran longer than 0.3 s, so it was ended with everything it started]`,
    ])
    expect(await exists(pid)).toBe(false)
    expect(bench.processes.size).toBe(0)
  })

  it('comes with an abort, which ends its grandchildren and throws the reason of the signal', async () => {
    const stop = new AbortController()
    const reason = new Error('stopped by the person')
    const running = bench.call(
      'bash',
      { command: 'bash -c "sleep 1000 & echo pid \\$!; wait"' },
      { signal: stop.signal },
    )
    const pid = Number(await bench.seen(/pid (\d+)/))
    stop.abort(reason)
    await expect(running).rejects.toBe(reason)
    expect(await exists(pid)).toBe(false)
    expect(bench.processes.size).toBe(0)
  })

  it('does not wait for a daemon that left the group and holds the output open', async () => {
    const { text } = await bash('setsid sleep 1000 & echo daemon $!; sleep 0.05')
    const daemon = Number(/daemon (\d+)/.exec(text)?.[1])
    expect(text).toBe(`daemon ${daemon}\n[exit code 0]`)
    expect(await exists(daemon)).toBe(true)
    expect(bench.processes.size).toBe(0)
    process.kill(daemon, 'SIGKILL')
  })

  it('leaves what goes on in its group as a job that can be read and stopped', async () => {
    const { text } = await bash('(echo working; sleep 1000) & echo started')
    expect(text).toContain('started')
    const jobId = /goes on as (job_\w+)/.exec(text)?.[1] ?? ''
    expect(bench.box.jobs('thr_1')).toEqual([expect.objectContaining({ id: jobId, running: true })])
    expect(bench.processes.size).toBe(1)
    const stopped = await bench.box.stopJob('thr_1', jobId)
    expect(stopped).toMatchObject({ id: jobId, running: true })
    expect(bench.processes.size).toBe(0)
  })

  it('is recorded before the command runs, by an identity that can be found again', async () => {
    let seen: unknown
    const onProcess = (started: { pid: number; startTicks: string }) => {
      seen = started
      expect(existsSync(join(bench.folder, 'ran'))).toBe(false)
    }
    await bench.call('bash', { command: 'touch ran' }, { onProcess })
    expect(existsSync(join(bench.folder, 'ran'))).toBe(true)
    expect(seen).toMatchObject({
      pid: expect.any(Number),
      startTicks: expect.stringMatching(/./),
      command: 'touch ran',
    })
  })
})
