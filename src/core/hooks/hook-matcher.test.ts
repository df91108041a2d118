import { describe, expect, it } from 'vitest'
import type { Hook, HookEvent } from './hook'
import { hooksFor, matchesHook } from './hook-matcher'

const hook = (matcher: string, command = 'x', event: HookEvent = 'PreToolUse'): Hook => ({
  event,
  matcher,
  command,
  timeoutMs: 1,
  source: 's',
  line: null,
  origin: 'home',
  remarks: [],
})
const fits = (matcher: string, ...subjects: string[]) => matchesHook(hook(matcher), 'PreToolUse', subjects)

describe('a matcher', () => {
  it('that is empty or a star means everything', () => {
    expect([fits('', 'Bash'), fits('*', 'mcp__a__b'), fits('.*', 'Edit')]).toEqual([true, true, true])
  })

  it('of names means those names exactly, and their case', () => {
    expect([fits('Edit|Write', 'Write'), fits('Edit', 'MultiEdit'), fits('bash', 'Bash')]).toEqual([true, false, false])
    expect(fits('Task', 'Agent', 'Task')).toBe(true)
  })

  it('with anything else in it is a regular expression', () => {
    expect([fits('mcp__.*__write.*', 'mcp__db__write_row'), fits('^Notebook', 'Edit'), fits('Ed.t', 'Edit')]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('of an event that has nothing to match is passed over', () => {
    expect(matchesHook(hook('Bash', 'x', 'Stop'), 'Stop', [])).toBe(true)
    expect(matchesHook(hook('startup', 'x', 'SessionStart'), 'SessionStart', ['resume'])).toBe(false)
    expect(matchesHook(hook('', 'x', 'Stop'), 'SubagentStop', [])).toBe(false)
  })
})

describe('the hooks for an event', () => {
  it('run once for each command, in the order of the files', () => {
    const hooks = [hook('Bash', 'b'), hook('', 'a'), hook('*', 'b'), hook('Edit', 'c')]
    expect(hooksFor(hooks, 'PreToolUse', ['Bash']).map(({ command, matcher }) => [command, matcher])).toEqual([
      ['b', 'Bash'],
      ['a', ''],
    ])
  })
})
