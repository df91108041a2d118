import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ToolBench, toolBench } from '../../../testing/tool-bench'
import { definitionsFor } from './definitions/tool-definitions'

let bench: ToolBench
beforeEach(() => {
  bench = toolBench()
})
afterEach(() => bench.dispose())

describe('the tool box', () => {
  it('offers the definitions that are sent', () => {
    const offer = { forks: true, background: true, types: [] }
    expect(bench.box.definitionsFor(offer)).toEqual(definitionsFor(offer))
  })

  it('answers a call it cannot understand with a sentence, and does nothing', async () => {
    expect(await bench.call('Bash', { command: 'touch x' })).toEqual({
      text: expect.stringContaining('There is no tool "Bash"'),
      isError: true,
    })
    expect((await bench.call('write', { file_path: 'x' })).text).toContain('content is missing')
    expect((await bench.call('glob', { pattern: '*' })).text).toContain('No file in .')
  })

  it('notes a list of tasks in numbers', async () => {
    const todos = [
      { content: 'Read the parser', status: 'completed' },
      { content: 'Fix the parser', status: 'in_progress', activeForm: 'Fixing the parser' },
      { content: 'Run the tests', status: 'pending' },
      { content: 'Commit', status: 'pending' },
    ]
    expect((await bench.call('TodoWrite', { todos })).text).toBe(
      'The list is noted: 1 in progress, 2 pending, 1 completed.',
    )
    expect((await bench.call('TodoWrite', { todos: [] })).text).toBe('The list is empty now.')
  })

  it('treats a call of a tool that is the host’s as a bug', async () => {
    await expect(bench.call('TaskStop', { task_id: 'thr_1' })).rejects.toThrow('the tool TaskStop is run by the host')
  })

  it('passes a bug on and does not dress it up as a result', async () => {
    const reads = {
      get: () => undefined,
      set: () => {
        throw new Error('a defect of ours')
      },
    }
    bench.put('project/a.txt', 'x')
    await expect(bench.call('read', { file_path: 'a.txt' }, { reads })).rejects.toThrow('a defect of ours')
  })

  it('starts nothing once it is aborted', async () => {
    const reason = new Error('stopped')
    const call = bench.call('write', { file_path: 'a.txt', content: '' }, { signal: AbortSignal.abort(reason) })
    await expect(call).rejects.toBe(reason)
    expect(() => bench.get(join('project', 'a.txt'))).toThrow('ENOENT')
  })
})
