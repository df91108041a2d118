import { describe, expect, it } from 'vitest'
import { fromHookInput, hookToolNames, toHookCall } from './hook-tool-call'

const place = { folder: '/data/w1/sub', mapFrom: '/home/me/project', mapTo: '/data/w1' }
const plain = { folder: '/home/me/project', mapFrom: null, mapTo: null }

describe('a call as hooks know it', () => {
  it('has the ecosystem’s names for tools', () => {
    const names = [
      'read',
      'write',
      'edit',
      'bash',
      'glob',
      'grep',
      'Agent',
      'TodoWrite',
      'Skill',
      'WebFetch',
      'mcp__a__b',
    ]
    expect(names.map((name) => hookToolNames(name, {})[0])).toEqual([
      'Read',
      'Write',
      'Edit',
      'Bash',
      'Glob',
      'Grep',
      'Agent',
      'TodoWrite',
      'Skill',
      'WebFetch',
      'mcp__a__b',
    ])
    expect(hookToolNames('Agent', {})).toContain('Task')
    expect(toHookCall('bash', { job_id: 'job_1' }, plain)).toEqual({
      tool_name: 'BashOutput',
      tool_input: { bash_id: 'job_1' },
    })
  })

  it('has the ecosystem’s names for what tools are given, there and back', () => {
    const ours = { pattern: 'x', output: 'files', ignore_case: true, before: 1, limit: 5 }
    const { tool_input } = toHookCall('grep', ours, plain)
    expect(tool_input).toEqual({ pattern: 'x', output_mode: 'files_with_matches', '-i': true, '-B': 1, head_limit: 5 })
    expect(fromHookInput('grep', tool_input)).toEqual(ours)
    expect(toHookCall('bash', { command: 'ls', timeout_ms: 5 }, plain).tool_input).toEqual({
      command: 'ls',
      timeout: 5,
    })
    expect(fromHookInput('bash', { command: 'ls', timeout: 5 })).toEqual({ command: 'ls', timeout_ms: 5 })
  })

  it('names files by whole paths, and inherited ones by the thread’s own', () => {
    const path = (file_path: string, at: typeof place | typeof plain = place) =>
      toHookCall('edit', { file_path }, at).tool_input.file_path
    expect(path('src/../a.ts', plain)).toBe('/home/me/project/a.ts')
    expect(path('a.ts')).toBe('/data/w1/sub/a.ts')
    expect(path('/home/me/project/sub/a.ts')).toBe('/data/w1/sub/a.ts')
    expect(path('/data/w1/sub/a.ts')).toBe('/data/w1/sub/a.ts')
    expect(path('/etc/hosts')).toBe('/etc/hosts')
    expect(path('~/x')).toBe('~/x')
  })

  it('takes an input that is none', () => {
    expect(toHookCall('bash', null, plain)).toEqual({ tool_name: 'Bash', tool_input: {} })
  })
})
