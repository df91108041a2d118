import { describe, expect, it } from 'vitest'
import { changedParts, editableText, readEditedInput } from './edited-input'

describe('the edited input', () => {
  it('of a command is its text; the other fields stay', () => {
    const input = { command: 'npm i', timeout_ms: 9 }
    expect(editableText('bash', input)).toBe('npm i')
    expect(readEditedInput('bash', input, 'npm ci')).toEqual({ ok: true, input: { command: 'npm ci', timeout_ms: 9 } })
    expect(readEditedInput('bash', input, '  ')).toHaveProperty('problem')
  })

  it('of another tool is JSON and must be an object', () => {
    expect(editableText('write', { path: 'a' })).toBe('{\n  "path": "a"\n}')
    expect(readEditedInput('write', {}, '{"path":"b"}')).toEqual({ ok: true, input: { path: 'b' } })
    expect(readEditedInput('write', {}, '[1]')).toMatchObject({ problem: expect.stringContaining('object') })
    expect(readEditedInput('write', {}, '{')).toMatchObject({ problem: expect.stringContaining('not JSON') })
  })

  it('shows what was added and removed', () => {
    expect(changedParts('a b', 'a b')).toEqual([{ text: 'a b', kind: 'same' }])
    const parts = changedParts('npm install peggy', 'npm install --ignore-scripts peggy')
    expect(parts.filter((part) => part.kind === 'added').map((part) => part.text.trim())).toEqual(['--ignore-scripts'])
    expect(parts.filter((part) => part.kind !== 'removed').map((part) => part.text)).toHaveLength(parts.length)
  })
})
