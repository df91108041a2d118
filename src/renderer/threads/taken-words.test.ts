import { expect, it } from 'vitest'
import { chosenOf, pickFiles } from '../state/picks'
import { takenWords } from './taken-words'

it('says how much of it goes home', () => {
  const paths = ['a', 'b', 'c']
  expect(takenWords(chosenOf(paths, {}))).toBe('all 3 files')
  expect(takenWords(chosenOf(['a'], {}))).toBe('its one file')
  const some = { ...pickFiles({}, ['a'], false), b: ['h1'] }
  expect(takenWords(chosenOf(paths, some))).toBe('2 of 3 files, 1 of them in part')
})
