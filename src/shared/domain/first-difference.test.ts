import { expect, test } from 'vitest'
import { readFirstDifference, writeFirstDifference } from './first-difference'

test.each([
  { path: 'tools', what: 'mcp__db__query removed', newEpoch: false },
  { path: 'tools.3.description', what: 'bash: differs from character 4 on', newEpoch: false },
  { path: 'model', what: 'claude-opus-5-5 → claude-sonnet-5-5', newEpoch: true },
  { path: 'thinking', what: '', newEpoch: true },
])('a difference is read as it was written: $path $what', (difference) => {
  expect(readFirstDifference(writeFirstDifference(difference))).toEqual(difference)
})

test('the line is what a person reads', () => {
  expect(writeFirstDifference({ path: 'tools', what: 'grep removed', newEpoch: false })).toBe('tools: grep removed')
  expect(writeFirstDifference({ path: 'output_config.effort', what: 'high → low', newEpoch: true })).toBe(
    'output_config.effort: high → low (new epoch)',
  )
})

test('of what an earlier version stored only the place is known', () => {
  expect(readFirstDifference('blocks[12]')).toEqual({ path: 'blocks[12]', what: '', newEpoch: false })
})
