import { describe, expect, test } from 'vitest'
import { type CloseCause, closingText } from './close-open-calls'

describe('a call that its tool will not answer is closed with what happened', () => {
  test.each<[CloseCause, RegExp]>([
    ['person', /^Interrupted by the person\./],
    ['tool-stopped', /stopped by the person; the turn goes on/],
    ['isolation', /outside of its own worktree/],
    ['shutdown', /the app was closed/],
    ['crash', /ended unexpectedly/],
    ['output-limit', /Not executed.*output limit/],
    ['denied', /denied this call/],
  ])('%s', (cause, words) => {
    expect(closingText(cause, 'not-started')).toMatch(words)
  })

  test.each<CloseCause>(['person', 'tool-stopped', 'isolation', 'shutdown', 'crash'])(
    '%s: and whether it may have taken effect',
    (cause) => {
      expect(closingText(cause, 'started')).toMatch(/may have taken effect: check/)
      expect(closingText(cause, 'not-started')).toMatch(/has had no effect/)
    },
  )

  test('a denial carries the person’s note, and never claims an effect', () => {
    expect(closingText('denied', 'not-started', 'Use the other branch.')).toBe(
      'The person denied this call: Use the other branch.',
    )
    for (const note of [undefined, null, '']) expect(closingText('denied', 'not-started', note)).toMatch(/no effect/)
  })
})
