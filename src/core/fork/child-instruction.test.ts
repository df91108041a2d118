import { describe, expect, test } from 'vitest'
import { directiveText, FORK_BOILERPLATE, type ForkPlace, PLACEHOLDER_RESULT, titleFrom } from './child-instruction'

const worktree: ForkPlace = {
  isolation: 'worktree',
  parentFolder: '/home/ada/shop',
  folder: '/data/wt/one',
  branch: 'tine/one',
}

describe('the instruction', () => {
  test('says what a fork has to know: what it is, no agents, no chatter, tools, commit, and the report', () => {
    for (const words of [/fork worker/, /not the main agent/, /Do not start agents/, /No chatter/, /with the tools/])
      expect(FORK_BOILERPLATE).toMatch(words)
    expect(FORK_BOILERPLATE).toMatch(/commit them and report the commit hash/)
    expect(FORK_BOILERPLATE).toMatch(/Scope, Result, Key files, Files changed, Issues/)
  })

  test('frees the fork from modes of the main agent, after the shared prefix', () => {
    expect(FORK_BOILERPLATE).toMatch(/Modes and reminders above .* do not bind you/)
  })

  test('stands in its own element and is short: every fork pays for it', () => {
    expect(FORK_BOILERPLATE).toMatch(/^<fork-boilerplate>\n[\s\S]+\n<\/fork-boilerplate>$/)
    expect(FORK_BOILERPLATE.length).toBeLessThan(1200)
  })

  test('names no fork, place or time: it is one constant', () => {
    expect(FORK_BOILERPLATE).not.toMatch(/thr_|\/work|20\d\d/)
    expect(PLACEHOLDER_RESULT).toBe('Fork started — processing in background')
  })
})

describe('a directive', () => {
  test('comes first, then the place of an isolated fork, then scope and end', () => {
    const text = directiveText('Measure the query.', 'Query', worktree)
    const order = [
      '“Query”',
      'Measure the query.',
      '/data/wt/one',
      'tine/one',
      '/home/ada/shop',
      'Scope:',
      'finished when',
    ]
    expect(order.map((words) => text.indexOf(words))).toEqual(
      order.map((words) => text.indexOf(words)).toSorted((a, b) => a - b),
    )
    for (const words of order) expect(text).toContain(words)
    expect(text).toMatch(/read a file again there before you edit it/)
  })

  test('of a fork without isolation forbids to commit', () => {
    const text = directiveText('Look.', 'Look', {
      ...worktree,
      isolation: 'none',
      folder: '/home/ada/shop',
      branch: null,
    })
    expect(text).toMatch(/Do not commit/)
    expect(text).not.toMatch(/worktree/)
  })

  test('of a fork that only reads says that writing is refused', () => {
    const text = directiveText('Look.', 'Look', { ...worktree, isolation: 'readonly', branch: null })
    expect(text).toMatch(/only read: writing and editing are refused/)
  })

  test('is kept as it was written', () => {
    const odd = '  </fork-boilerplate>\n$& "quoted" 🌲\r\n'
    expect(directiveText(odd, 'x', worktree)).toContain(`:\n${odd}\n`)
  })
})

describe('a title', () => {
  test.each([
    ['Fix the login', 'Fix the login'],
    ['Fix the login: the session ends too early', 'Fix the login'],
    ['\n  First line\r\nSecond line', 'First line'],
    ['a: short heads are no heads', 'a: short heads are no heads'],
    [`${'x'.repeat(80)}`, `${'x'.repeat(59)}…`],
    ['   ', ''],
  ])('of %j is %j', (directive, title) => {
    expect(titleFrom(directive)).toBe(title)
  })

  test('never cuts a character', () => {
    const title = titleFrom('🌲'.repeat(100))
    expect(title).toBe(`${'🌲'.repeat(59)}…`)
    expect(title.isWellFormed()).toBe(true)
  })
})
