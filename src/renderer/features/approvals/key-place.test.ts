import { expect, it } from 'vitest'
import { isTyping, lettersReach } from './key-place'

it('answers from the card, the empty message and the timeline, and from no other place', () => {
  const places = ['card', 'message', 'page', 'field', 'elsewhere'] as const
  expect(places.filter((place) => lettersReach(place, false))).toEqual(['card', 'message', 'page'])
  expect(places.filter((place) => lettersReach(place, true))).toEqual(['card'])
})

it('takes a letter soon after another for text', () => {
  expect(isTyping(null, 5000)).toBe(false)
  expect(isTyping(4400, 5000)).toBe(true)
  expect(isTyping(4300, 5000)).toBe(false)
})
