import { describe, expect, it } from 'vitest'
import { checkInput } from './check-input'

describe('checking the input of a call', () => {
  it('has nothing to say about input that fits', () => {
    expect(checkInput('read', { file_path: 'a.ts', offset: 3 })).toBeNull()
    expect(checkInput('bash', { job_id: 'job_1' })).toBeNull()
    expect(checkInput('Agent', { description: 'Find it', prompt: 'Find it.', isolation: 'none' })).toBeNull()
  })

  it('lists the tools when it gets a name that is none', () => {
    expect(checkInput('Read', {})).toBe(
      'There is no tool "Read". The tools are: read, write, edit, glob, grep, bash, TodoWrite, Agent, SendMessage, TaskStop, Skill, WebFetch.',
    )
  })

  it('names the field, what was expected and what came', () => {
    expect(checkInput('read', { file_path: 'a', offset: '3' })).toContain('offset: expected number, got string "3"')
    expect(checkInput('read', { file_path: 'a', limit: 0 })).toContain('limit: expected at least 1, got number 0')
    expect(checkInput('read', { file_path: 'a', limit: 1.5 })).toContain('limit: expected an integer, got number 1.5')
    expect(checkInput('grep', { pattern: 'x', output: 'json' })).toContain(
      'output: expected "content" or "files" or "count", got string "json"',
    )
    expect(checkInput('TodoWrite', { todos: [{ content: 'a' }] })).toContain('todos[0].status is missing')
  })

  it('names missing and unknown fields together, and those there are', () => {
    const text = checkInput('write', { path: 'a', content: 'b' })
    expect(text).toContain('file_path is missing (expected string)')
    expect(text).toContain('it has no field "path"')
    expect(text).toContain('Its fields are: file_path, content.')
  })

  it('wants either a command or a job', () => {
    expect(checkInput('bash', {})).toContain('expected either command or job_id, and not both')
    expect(checkInput('bash', { command: 'ls', job_id: 'job_1' })).toContain('and not both')
  })

  it('takes anything for input without falling over', () => {
    for (const input of [null, undefined, 5, 'text', [], [1], { file_path: 'a\0b' }, { file_path: '' }]) {
      expect(checkInput('read', input)).toMatch(/^The input of read does not fit/)
    }
  })
})
