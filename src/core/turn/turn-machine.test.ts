// The table "how an answer ends".
import { describe, expect, test } from 'vitest'
import { type NextStep, stepAfter } from './turn-machine'

describe('after an answer that ended with', () => {
  test.each<[string, number, NextStep['kind']]>([
    ['end_turn', 0, 'done'],
    ['stop_sequence', 0, 'done'],
    ['tool_use', 1, 'run-tools'],
    ['tool_use', 3, 'run-tools'],
    ['max_tokens', 0, 'interrupted'],
    ['max_tokens', 1, 'close-truncated'],
    ['pause_turn', 0, 'continue-pause'],
    ['refusal', 0, 'refused'],
    ['refusal', 1, 'refused'],
    ['model_context_window_exceeded', 0, 'window-exceeded'],
    ['model_context_window_exceeded', 2, 'window-exceeded'],
    ['end_turn', 1, 'run-tools'],
  ])('%s and %i calls comes: %s', (reason, calls, kind) => {
    expect(stepAfter(reason, calls, null).kind).toBe(kind)
  })

  test.each(['compaction', '', null])('%j comes a failure that shows it', (reason) => {
    expect(stepAfter(reason, 0, null)).toEqual({
      kind: 'failed',
      reason: `The model stopped for a reason this app does not know: ${String(reason)}`,
    })
  })

  test('tool_use without a call comes a failure: nothing could answer it', () => {
    expect(stepAfter('tool_use', 0, null).kind).toBe('failed')
  })

  test('a refusal comes its category', () => {
    expect(stepAfter('refusal', 0, 'cyber')).toEqual({ kind: 'refused', category: 'cyber' })
    expect(stepAfter('refusal', 0, null)).toEqual({ kind: 'refused', category: null })
  })

  test('only end_turn and stop_sequence complete a turn', () => {
    const reasons = [
      'end_turn',
      'stop_sequence',
      'tool_use',
      'max_tokens',
      'pause_turn',
      'refusal',
      'model_context_window_exceeded',
      'x',
    ]
    expect(reasons.filter((reason) => stepAfter(reason, 0, null).kind === 'done')).toEqual([
      'end_turn',
      'stop_sequence',
    ])
  })

  test('the output limit in mid-sentence comes an interruption that says so and offers to continue', () => {
    const next = stepAfter('max_tokens', 0, null)
    expect(next).toMatchObject({ kind: 'interrupted', reason: expect.stringMatching(/output limit.*[Cc]ontinue/) })
  })
})
