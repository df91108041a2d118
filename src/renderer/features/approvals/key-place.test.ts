import { expect, it } from 'vitest'
import { lettersReach } from './key-place'

it('answers from the card and the timeline, and from no field: there a letter is text, however slowly it is typed', () => {
  const places = ['card', 'message', 'page', 'field', 'elsewhere'] as const
  expect(places.filter((place) => lettersReach(place, false))).toEqual(['card', 'page'])
  expect(places.filter((place) => lettersReach(place, true))).toEqual(['card'])
})
