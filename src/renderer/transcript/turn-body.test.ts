import { expect, test } from 'vitest'
import { textItem, toolItem } from '../../testing/domain-views'
import { readEntries } from './read-entries'
import { answerStart } from './turn-body'

const notice = (level: 'info' | 'error') => ({
  id: level,
  turnId: 'trn_1',
  at: 1,
  kind: 'notice' as const,
  text: 'x',
  level,
})

test('the answer begins after the last call', () => {
  expect(answerStart(readEntries([textItem('a', 'x'), toolItem({ id: 'b' }), textItem('c', 'y')]))).toBe(2)
  expect(answerStart(readEntries([textItem('a', 'x')]))).toBe(0)
})

test('an error is never folded away with the work', () => {
  expect(answerStart(readEntries([toolItem({ id: 'a' }), notice('error'), toolItem({ id: 'b' })]))).toBe(1)
  expect(answerStart(readEntries([toolItem({ id: 'a' }), notice('info'), toolItem({ id: 'b' })]))).toBe(3)
})
