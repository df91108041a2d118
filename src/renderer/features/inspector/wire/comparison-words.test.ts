import { expect, it } from 'vitest'
import type { Comparison } from './compare-bodies'
import { comparisonWords } from './comparison-words'

const side = { before: '', changed: 'x', after: '', byte: 1 }
const differs = (level: 'tools' | 'messages', path: string): Comparison => ({
  kind: 'differs',
  level,
  path,
  note: null,
  blocks: 3,
  left: side,
  right: side,
})

it('says who goes on where', () => {
  const found: Comparison = {
    kind: 'goes-on',
    longer: 'right',
    blocks: 10,
    more: 1,
    path: 'messages[4].content[0]',
    left: side,
    right: side,
  }
  expect(comparisonWords(found, '#15', '#14')).toEqual({
    title: '#15 repeats all of #14 and goes on',
    detail: '10 blocks shared, 1 block more.',
  })
  expect(comparisonWords({ ...found, longer: 'left' }, '#15', '#14').title).toBe('#14 repeats all of #15 and goes on')
})

it('says at which level two requests differ, and what that costs', () => {
  expect(comparisonWords(differs('tools', 'tools[3].name'), '#2', '#1').title).toBe('They differ first in tools')
  expect(comparisonWords(differs('tools', 'model'), '#2', '#1').title).toBe('They differ first in the model')
  expect(comparisonWords(differs('messages', 'messages[1]'), '#2', '#1').detail).toContain('3 blocks of messages')
  expect(comparisonWords({ kind: 'same', blocks: 3 }, '#2', '#1').title).toBe('#2 repeats #1 byte for byte')
})
