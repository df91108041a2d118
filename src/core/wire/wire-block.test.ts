import { expect, test } from 'vitest'
import { blocksInEpoch, type WireBlock } from './wire-block'

const TYPES = ['text', 'thinking', 'text', 'text', 'compaction', 'text', 'thinking', 'text']
const blocks: WireBlock[] = TYPES.map((type, position) => ({ position, role: 'user', type, json: '{}' }))
const sent = (firstPosition: number, thinkingFrom: number) =>
  blocksInEpoch(blocks, { firstPosition, thinkingFrom }).map((block) => block.position)

test('an epoch sends what stands from its first position on, without thinking bound to another prefix', () => {
  expect(sent(0, 0)).toEqual([0, 1, 2, 3, 5, 6, 7])
  expect(sent(0, 5)).toEqual([0, 2, 3, 5, 6, 7])
})

test('a provider’s summary is sent where it begins the epoch, and else our words before it', () => {
  expect(sent(4, 4)).toEqual([4, 5, 6, 7])
  expect(sent(3, 7)).toEqual([3, 5, 7])
})
