import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_GAP, planMarkers } from './breakpoints'
import type { WireBlock } from './wire-block'

/** Blocks by one letter each: u a user's text, r a result, a an assistant's text, c a call, t thinking. */
function row(letters: string, from = 0): WireBlock[] {
  const types: Record<string, string> = { u: 'text', r: 'tool_result', a: 'text', c: 'tool_use', t: 'thinking' }
  return [...letters].map((letter, n) => ({
    position: from + n,
    role: letter === 'u' || letter === 'r' ? 'user' : 'assistant',
    type: types[letter] ?? 'text',
    json: '{}',
  }))
}

const plan = (letters: string, writtenAt: number | null = null, sharedEnd: number | null = null, from = 0) =>
  planMarkers(row(letters, from), { writtenAt, sharedEnd })

describe('the planner', () => {
  test('marks the tail and the end of the system prompt of a first request', () => {
    expect(plan('u')).toEqual({ system: true, positions: [0] })
  })

  test('marks besides where this thread is known to have written', () => {
    expect(plan('utaccrr', 0)).toEqual({ system: true, positions: [0, 6] })
  })

  test('marks besides the end of what siblings share', () => {
    expect(plan('utaccrruu', 0, 7)).toEqual({ system: true, positions: [0, 7, 8] })
  })

  test('marks a place once, however many slots want it', () => {
    expect(plan('uau', 2, 2)).toEqual({ system: true, positions: [2] })
  })

  test('never marks thinking: a paused turn that ends in it is marked before it', () => {
    expect(plan('uatt')).toEqual({ system: true, positions: [1] })
    expect(plan('utau', 1)).toEqual({ system: true, positions: [0, 3] })
  })

  test('has nothing to mark but the system prompt when nothing may be marked', () => {
    expect(plan('')).toEqual({ system: true, positions: [] })
    expect(plan('tt')).toEqual({ system: true, positions: [] })
  })

  test('puts a free marker into a gap that the look-back would not bridge', () => {
    const calls = 'ut'.concat('c'.repeat(10), 'r'.repeat(10))
    expect(plan(calls, 0)).toEqual({ system: true, positions: [0, MAX_GAP, calls.length - 1] })
  })

  test('gives up the system prompt first when all four are needed elsewhere', () => {
    const fork = 'ut'.concat('c'.repeat(10), 'r'.repeat(10), 'uu')
    expect(plan(fork, 0, fork.length - 2)).toEqual({
      system: false,
      positions: [0, MAX_GAP, fork.length - 2, fork.length - 1],
    })
  })

  test('leaves what lies before the written entry alone: the entry is found there', () => {
    const long = `${'ua'.repeat(40)}u`
    expect(plan(long, 78)).toEqual({ system: true, positions: [78, 80] })
  })

  test('knows positions that begin elsewhere than at 0, as after a compaction', () => {
    expect(plan('uau', 101, null, 100)).toEqual({ system: true, positions: [101, 102] })
    expect(plan('uau', 40, null, 100)).toEqual({ system: true, positions: [102] })
  })

  test('plans at most four markers, ascending, none on thinking, all on what is sent, the last on the tail', () => {
    const letters = fc.string({ unit: fc.constantFrom('u', 'r', 'a', 'c', 't'), maxLength: 70 })
    const position = fc.option(fc.nat(80), { nil: null })
    fc.assert(
      fc.property(letters, position, position, fc.nat(20), (text, writtenAt, sharedEnd, from) => {
        const blocks = row(text, from)
        const { system, positions } = planMarkers(blocks, { writtenAt, sharedEnd })
        expect(positions.length + (system ? 1 : 0)).toBeLessThanOrEqual(4)
        expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
        for (const each of positions) {
          const block = blocks.find((other) => other.position === each)
          expect(block?.type).not.toBe('thinking')
          expect(block).toBeDefined()
        }
        expect(positions.at(-1)).toBe(blocks.findLast((block) => block.type !== 'thinking')?.position)
      }),
      { numRuns: 500 },
    )
  })
})
