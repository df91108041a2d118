import { describe, expect, it } from 'vitest'
import { decodeHooks } from './decode-hooks'

const file = { source: '.claude/settings.json', origin: 'project' as const, lineOf: () => 7 }
const decode = (hooks: unknown) => decodeHooks(hooks, file)
const reasons = (hooks: unknown) => decode(hooks).problems.map(({ reason }) => reason)
const command = (text: string, more = {}) => ({ type: 'command', command: text, ...more })

describe('the hooks of a settings file', () => {
  it('are read in their order, with matcher, time limit and place', () => {
    const { hooks, problems } = decode({
      PreToolUse: [{ matcher: 'Bash|Edit', hooks: [command('check'), command('log', { timeout: 1.5 })] }],
      Stop: [{ hooks: [command('notify', { timeout: 100_000 })] }],
    })
    expect(problems).toEqual([])
    expect(hooks).toMatchObject([
      { event: 'PreToolUse', matcher: 'Bash|Edit', command: 'check', timeoutMs: 60_000, line: 7, origin: 'project' },
      { event: 'PreToolUse', command: 'log', timeoutMs: 1_500 },
      { event: 'Stop', matcher: '', command: 'notify', timeoutMs: 600_000 },
    ])
  })

  it('that cannot be used are listed with the reason, and take no others with them', () => {
    const hooks = {
      PreCompact: [{ hooks: [command('x')] }],
      PostToolUse: { hooks: [] },
      PreToolUse: [
        'x',
        { matcher: 3, hooks: [] },
        { matcher: '(', hooks: [command('x')] },
        { matcher: 'a'.repeat(600), hooks: [command('x')] },
        { hooks: command('x') },
        {
          hooks: [
            null,
            { type: 'prompt', prompt: 'x' },
            { command: 'x' },
            command(' '),
            command('a\0b'),
            command('x', { timeout: 'soon' }),
            command('x', { timeout: 0 }),
            command('good'),
          ],
        },
      ],
    }
    expect(decode(hooks).hooks.map((hook) => hook.command)).toEqual(['good'])
    expect(reasons(hooks)).toEqual([
      'PreCompact: Tine has no hooks for this',
      'PostToolUse: a list of matchers with their hooks is expected',
      'PreToolUse: a matcher with its hooks is an object',
      'PreToolUse: “matcher” is not a text',
      'PreToolUse: the matcher “(” is no regular expression',
      'PreToolUse: the matcher is longer than 500 characters',
      'PreToolUse: “hooks” is not a list',
      'PreToolUse: a hook is an object',
      'PreToolUse: Tine runs hooks of the type “command” only, not "prompt"',
      'PreToolUse: Tine runs hooks of the type “command” only, not one without a type',
      'PreToolUse: a hook without a “command”',
      'PreToolUse: a command with a NUL character, which no shell can take',
      'PreToolUse: “timeout” is not a number of seconds above 0',
      'PreToolUse: “timeout” is not a number of seconds above 0',
    ])
  })

  it('say what of them is not heeded', () => {
    const { hooks } = decode({ Stop: [{ hooks: [command('x', { async: true, if: 'Bash(git *)', once: false })] }] })
    expect(hooks[0]?.remarks).toEqual([
      '“if” is not heeded: it runs whenever its matcher fits.',
      '“async” is not heeded: it is waited for.',
    ])
  })

  it('are none where there is no object, and only so many', () => {
    expect(decode(undefined)).toEqual({ hooks: [], problems: [] })
    expect(decode([])).toEqual({ hooks: [], problems: [] })
    const many = decode({ Stop: [{ hooks: Array.from({ length: 500 }, (_, n) => command(`x${n}`)) }] })
    expect(many.hooks).toHaveLength(200)
    expect(many.problems).toHaveLength(1)
  })
})
