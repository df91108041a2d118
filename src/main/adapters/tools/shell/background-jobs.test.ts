import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ToolBench, toolBench } from '../../../../testing/tool-bench'
import { processTable } from '../../system/process-table'

let bench: ToolBench
beforeEach(() => {
  bench = toolBench()
})
afterEach(() => bench.dispose())

const exists = async (pid: number) => {
  const entry = await processTable().find(pid)
  return entry !== null && !entry.zombie
}

async function startJob(command: string, threadId = 'thr_1'): Promise<string> {
  const { text, isError } = await bench.call('bash', { command, run_in_background: true }, { threadId })
  expect(isError).toBe(false)
  return /as (job_[0-9a-f]+)\./.exec(text)?.[1] ?? ''
}

const readJob = (job_id: string, more: object = {}) => bench.call('bash', { job_id, ...more })

/** Asks until something came. */
async function readUntil(jobId: string, pattern: RegExp): Promise<string> {
  let text = ''
  while (!pattern.test(text)) text += (await readJob(jobId, { timeout_ms: 20 })).text
  return text
}

describe.skipIf(process.platform === 'win32')('a background job', () => {
  it('goes on after its call, and each reading brings what is new', async () => {
    const job = await startJob('echo one; until [ -e go ]; do sleep 0.01; done; echo two; exit 3')
    expect(await readUntil(job, /one/)).toMatch(new RegExp(`one\\n\\[${job}: it runs, \\d+ s after its start\\]`))
    expect(bench.box.jobs('thr_1')).toEqual([expect.objectContaining({ id: job, running: true, exitCode: null })])
    bench.put('project/go', '')
    expect((await readJob(job, { timeout_ms: 10_000 })).text).toBe(`two\n[${job}: it has ended: exit code 3]`)
    expect((await readJob(job)).text).toBe(`(no output)\n[${job}: it has ended: exit code 3]`)
    expect(bench.box.jobs('thr_1')).toEqual([expect.objectContaining({ id: job, running: false, exitCode: 3 })])
    expect(bench.processes.size).toBe(0)
  })

  it('does not print into the calls that follow', async () => {
    const job = await startJob('echo from the job')
    await readJob(job, { timeout_ms: 10_000 })
    expect(bench.live()).toBe('')
  })

  it('outlives an abort of the turn that started it', async () => {
    const turn = new AbortController()
    const input = { command: 'echo pid $$; sleep 1000', run_in_background: true }
    const { text } = await bench.call('bash', input, { signal: turn.signal })
    turn.abort(new Error('the turn was interrupted'))
    const job = /as (job_\w+)\./.exec(text)?.[1] ?? ''
    const pid = Number(/pid (\d+)/.exec(await readUntil(job, /pid \d+/))?.[1])
    expect(await exists(pid)).toBe(true)
  })

  it('is stopped with everything it started', async () => {
    const job = await startJob('sleep 1000 & echo pid $!; wait')
    const pid = Number(/pid (\d+)/.exec(await readUntil(job, /pid \d+/))?.[1])
    expect(await bench.box.stopJob('thr_1', job)).toMatchObject({ id: job, running: true })
    expect(await exists(pid)).toBe(false)
    expect(bench.processes.size).toBe(0)
    expect((await readJob(job)).text).toContain('it has ended: exit code 143, ended by SIGTERM')
    expect(await bench.box.stopJob('thr_1', job)).toMatchObject({ running: false })
  })

  it('belongs to its thread', async () => {
    const job = await startJob('sleep 1000', 'thr_2')
    expect(await readJob(job)).toEqual({
      text: `This thread has no background job ${job}. It has none.`,
      isError: true,
    })
    expect(await bench.box.stopJob('thr_1', job)).toBeNull()
    expect(bench.box.jobs('thr_1')).toEqual([])
    const own = await startJob('sleep 1000')
    expect((await readJob('job_none')).text).toBe(`This thread has no background job job_none. Its jobs are: ${own}.`)
  })

  it('is ended with all of its thread, and with all there are', async () => {
    const [one, two] = [await startJob('sleep 1000'), await startJob('sleep 1000', 'thr_2')]
    const waiting = bench.call('bash', { command: 'echo pid $$; sleep 1000' }, { threadId: 'thr_2' })
    await bench.seen(/pid \d+/)
    await bench.box.endJobs('thr_1')
    expect(bench.box.jobs('thr_1')).toEqual([expect.objectContaining({ id: one, running: false })])
    expect(bench.box.jobs('thr_2')).toEqual([expect.objectContaining({ id: two, running: true })])
    await bench.box.endJobs()
    expect((await waiting).isError).toBe(true)
    expect(bench.processes.size).toBe(0)
  })

  it('keeps a long output in a file, complete when it has ended', async () => {
    const job = await startJob('seq 1 30000')
    const { text } = await readJob(job, { timeout_ms: 10_000 })
    const path = /all of it is in (\S+) …/.exec(text)?.[1] ?? ''
    expect(readFileSync(path, 'utf8').endsWith('\n29999\n30000\n')).toBe(true)
  })

  it('is remembered after its end, as long as there are not too many', async () => {
    const jobs: string[] = []
    for (let n = 0; n < 22; n++) jobs.push(await startJob(`echo ${n}`))
    for (const job of jobs.slice(-20)) await readJob(job, { timeout_ms: 10_000 })
    expect(bench.box.jobs('thr_1').map((job) => job.id)).toEqual(jobs.slice(-20))
  })
})
