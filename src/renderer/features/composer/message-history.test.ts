import { expect, it } from 'vitest'
import { remember, stepHistory, withPrompts } from './message-history'

it('keeps the newest fifty and no text twice in a row', () => {
  expect(remember(['a'], 'a')).toEqual(['a'])
  const many = Array.from({ length: 50 }, (_, n) => `${n}`)
  expect(remember(many, 'new')).toHaveLength(50)
  expect(remember(many, 'new').at(-1)).toBe('new')
})

it('steps back to the oldest and no further', () => {
  const history = ['a', 'b']
  const first = stepHistory(history, null, -1)
  expect(first).toEqual({ index: 1, text: 'b' })
  expect(stepHistory(history, 1, -1)).toEqual({ index: 0, text: 'a' })
  expect(stepHistory(history, 0, -1)).toBeNull()
})

it('steps forward into the empty composer', () => {
  expect(stepHistory(['a', 'b'], 0, 1)).toEqual({ index: 1, text: 'b' })
  expect(stepHistory(['a', 'b'], 1, 1)).toEqual({ index: null, text: '' })
  expect(stepHistory(['a'], null, 1)).toBeNull()
  expect(stepHistory([], null, -1)).toBeNull()
})

it('begins with the prompts of the conversation that nobody kept', () => {
  expect(withPrompts(['b', 'c'], ['a', 'b', 'a'])).toEqual(['a', 'b', 'c'])
  expect(withPrompts([], ['a'])).toEqual(['a'])
})
