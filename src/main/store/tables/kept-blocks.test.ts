import { describe, expect, test } from 'vitest'
import { aBlock } from '../../../testing/records'
import type { BlockRecord } from '../records'
import { KeptBlocks } from './kept-blocks'

const CHARS = 100

/** Blocks of 100 characters each. */
const blocksOf = (threadId: string, count: number, from = 0): BlockRecord[] =>
  Array.from({ length: count }, (_, n) =>
    aBlock({ threadId, turnId: 'turn', position: from + n, json: `"${'x'.repeat(CHARS - 2)}"` }),
  )
const lengthOf = (kept: KeptBlocks, threadId: string) => kept.get(threadId)?.blocks.length

describe('blocks that are kept in memory', () => {
  test('are those of the threads used last, as many as there is room for', () => {
    const kept = new KeptBlocks(5 * CHARS)
    kept.keep('a', 0, blocksOf('a', 2))
    kept.keep('b', 0, blocksOf('b', 2))
    kept.get('a')
    kept.keep('c', 0, blocksOf('c', 2))
    expect(['a', 'b', 'c'].map((id) => lengthOf(kept, id))).toEqual([2, undefined, 2])
  })

  test('of a thread that is longer than there is room for are kept alone', () => {
    const kept = new KeptBlocks(3 * CHARS)
    kept.keep('a', 0, blocksOf('a', 1))
    kept.keep('long', 0, blocksOf('long', 9))
    expect(['a', 'long'].map((id) => lengthOf(kept, id))).toEqual([undefined, 9])
    kept.keep('b', 0, blocksOf('b', 1))
    expect(['long', 'b'].map((id) => lengthOf(kept, id))).toEqual([undefined, 1])
  })

  test('grow by what is written, which makes room among the others', () => {
    const kept = new KeptBlocks(4 * CHARS)
    kept.keep('a', 3, blocksOf('a', 2, 3))
    kept.keep('b', 0, blocksOf('b', 2))
    for (const block of blocksOf('b', 1, 2)) kept.append(block)
    expect(kept.get('a')).toBeUndefined()
    expect(kept.get('b')?.blocks.map(({ position }) => position)).toEqual([0, 1, 2])
  })

  test('of which the beginning is not kept are not kept either', () => {
    const kept = new KeptBlocks()
    for (const block of blocksOf('a', 2)) kept.append(block)
    expect(kept.get('a')).toBeUndefined()
  })

  test('leave their room when they are forgotten or kept anew', () => {
    const kept = new KeptBlocks(3 * CHARS)
    for (let n = 0; n < 10; n++) kept.keep('a', 0, blocksOf('a', 1))
    kept.keep('b', 0, blocksOf('b', 2))
    kept.forget('b')
    kept.forget('b')
    kept.keep('c', 0, blocksOf('c', 2))
    expect(['a', 'b', 'c'].map((id) => lengthOf(kept, id))).toEqual([1, undefined, 2])
  })

  test('cannot be changed by whoever reads or wrote them', () => {
    const kept = new KeptBlocks()
    kept.keep('a', 0, blocksOf('a', 1))
    const [written] = blocksOf('a', 1, 1)
    if (written) kept.append(written)
    if (written) written.json = 'changed'
    const [first, second] = kept.get('a')?.blocks ?? []
    expect(() => Object.assign(first ?? {}, { json: 'changed' })).toThrow(TypeError)
    expect(second?.json).toHaveLength(CHARS)
  })
})
