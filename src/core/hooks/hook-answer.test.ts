import { describe, expect, it } from 'vitest'
import type { HookEvent } from './hook'
import { hookAnswer, NO_ANSWER } from './hook-answer'

const exited = (event: HookEvent, code: number, stdout = '', stderr = '') =>
  hookAnswer(event, { kind: 'exited', code, stdout, stderr })
const printed = (event: HookEvent, json: unknown) => exited(event, 0, `${JSON.stringify(json)}\n`)
const specific = (event: HookEvent, more: object) =>
  printed(event, { hookSpecificOutput: { hookEventName: event, ...more } })

describe('the exit code of a hook', () => {
  it('0 decides nothing', () => {
    expect(exited('PreToolUse', 0, 'all well')).toEqual(NO_ANSWER)
  })

  it('2 blocks, with what was written to standard error', () => {
    expect(exited('PreToolUse', 2, '{"decision":"approve"}', ' no \n')).toMatchObject({
      decision: 'block',
      reason: 'no',
    })
    expect(exited('Stop', 2)).toMatchObject({ decision: 'block', reason: 'It gave no reason.' })
  })

  it('2 holds nothing up where nothing can be', () => {
    for (const event of ['SessionStart', 'Notification'] as const)
      expect(exited(event, 2, '', 'no')).toEqual({ ...NO_ANSWER, problem: 'failed with exit code 2: no' })
  })

  it('any other is a failure that decides nothing', () => {
    expect(exited('PreToolUse', 1, '', 'boom\n')).toEqual({ ...NO_ANSWER, problem: 'failed with exit code 1: boom' })
    expect(exited('PreToolUse', 127)).toEqual({ ...NO_ANSWER, problem: 'failed with exit code 127' })
  })
})

describe('what a hook prints', () => {
  it('as plain text is for the model only with a message and at a beginning', () => {
    expect(exited('UserPromptSubmit', 0, ' It rains. \n').context).toBe('It rains.')
    expect(exited('SessionStart', 0, 'x').context).toBe('x')
    expect(exited('PostToolUse', 0, 'x').context).toBeNull()
    expect(exited('UserPromptSubmit', 0, 'x'.repeat(20_000)).context).toHaveLength(
      10_000 + '\n[… 10000 characters more are left out]'.length,
    )
  })

  it('as JSON decides about a call, in the newer words and the older ones', () => {
    const why = { permissionDecisionReason: 'why' }
    expect(specific('PreToolUse', { permissionDecision: 'deny', ...why })).toMatchObject({
      decision: 'block',
      reason: 'why',
    })
    expect(specific('PreToolUse', { permissionDecision: 'ask', ...why })).toMatchObject({
      decision: 'ask',
      reason: 'why',
    })
    expect(specific('PreToolUse', { permissionDecision: 'defer' }).decision).toBeNull()
    expect(printed('PreToolUse', { decision: 'approve' }).decision).toBe('allow')
    expect(printed('PreToolUse', { decision: 'block', reason: 'why' })).toMatchObject({
      decision: 'block',
      reason: 'why',
    })
    expect(printed('Stop', { decision: 'approve' }).decision).toBeNull()
  })

  it('as JSON may change an input, add context, tell the person and end the turn', () => {
    expect(specific('PreToolUse', { updatedInput: { command: 'ls' } }).updatedInput).toEqual({ command: 'ls' })
    expect(specific('PostToolUse', { updatedInput: { command: 'ls' } }).updatedInput).toBeNull()
    expect(specific('PostToolUse', { additionalContext: 'tests fail' }).context).toBe('tests fail')
    expect(printed('Stop', { systemMessage: 'hello' }).message).toBe('hello')
    expect(printed('PostToolUse', { continue: false, stopReason: 'enough' }).stop).toBe('enough')
    expect(printed('PostToolUse', { continue: false }).stop).toBe('It gave no reason.')
    expect(printed('PostToolUse', { continue: true }).stop).toBeNull()
  })

  it('holds no half characters, and nothing is nothing', () => {
    expect(specific('PostToolUse', { additionalContext: ' \n' }).context).toBeNull()
    expect(exited('PreToolUse', 0, '{"decision":"block","reason":"a\\ud800b"}').reason).toBe('a\ufffdb')
  })

  it('that is no JSON, or of the wrong shape, is said and takes nothing else with it', () => {
    expect(exited('PreToolUse', 0, '{"decision": "block"').problem).toBe('printed what begins like JSON and is none')
    expect(printed('PreToolUse', { decision: 'maybe', systemMessage: 'hi' })).toMatchObject({
      decision: null,
      message: 'hi',
      problem: 'decides “maybe”, which is no decision',
    })
    const wrong = {
      continue: 'no',
      reason: 3,
      hookSpecificOutput: { hookEventName: 'Stop', permissionDecision: 'deny' },
    }
    expect(printed('PreToolUse', wrong)).toMatchObject({
      decision: null,
      stop: null,
      problem:
        '“hookSpecificOutput” is for "Stop", not for PreToolUse; “reason” is not a text; “continue” is not true or false',
    })
    expect(printed('PreToolUse', { hookSpecificOutput: [] }).problem).toBe('“hookSpecificOutput” is not an object')
    expect(printed('PreToolUse', { decision: 'constructor' }).problem).toContain('is no decision')
  })
})

describe('a hook that does not end by itself', () => {
  it('decides nothing, and says what became of it', () => {
    expect(hookAnswer('PreToolUse', { kind: 'timed-out', afterMs: 1500 }).problem).toBe(
      'ran longer than 1.5 s and was ended',
    )
    expect(hookAnswer('PreToolUse', { kind: 'too-much', limitBytes: 10_000_000 }).problem).toContain('more than 10 MB')
    expect(hookAnswer('Stop', { kind: 'signalled', signal: 'SIGSEGV', stderr: 'x' }).problem).toBe(
      'was ended by SIGSEGV: x',
    )
    expect(hookAnswer('Stop', { kind: 'not-started', reason: 'no folder' }).problem).toContain('no folder')
  })
})
