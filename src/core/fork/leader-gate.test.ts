import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LeaderGate } from './leader-gate'

describe('the leader gate', () => {
  test('lets the first of a group go and holds the others until what it wrote can be read', () => {
    const gate = new LeaderGate()
    expect(['a', 'b', 'c'].map((id) => gate.join('g', id))).toEqual(['go', 'wait', 'wait'])
    expect(gate.readable('a')).toEqual(['b', 'c'])
    expect(gate.join('g', 'late')).toBe('go')
  })

  test('opens once', () => {
    const gate = new LeaderGate()
    for (const id of ['a', 'b']) gate.join('g', id)
    expect(gate.readable('a')).toEqual(['b'])
    expect(gate.readable('a')).toEqual([])
    expect(gate.readable('b')).toEqual([])
  })

  test('holds no one of another group', () => {
    const gate = new LeaderGate()
    expect([gate.join('g', 'a'), gate.join('h', 'b')]).toEqual(['go', 'go'])
    expect(gate.readable('stranger')).toEqual([])
  })

  test('makes the next one lead when the leader fails, and only one', () => {
    const gate = new LeaderGate()
    for (const id of ['a', 'b', 'c']) gate.join('g', id)
    expect(gate.left('a')).toEqual(['b'])
    expect(gate.left('a')).toEqual([])
    expect(gate.readable('b')).toEqual(['c'])
  })

  test('forgets one that is stopped while it waits', () => {
    const gate = new LeaderGate()
    for (const id of ['a', 'b', 'c']) gate.join('g', id)
    expect(gate.left('b')).toEqual([])
    expect(gate.readable('a')).toEqual(['c'])
  })

  test('is led by whoever comes next when all before failed', () => {
    const gate = new LeaderGate()
    gate.join('g', 'a')
    expect(gate.left('a')).toEqual([])
    expect(gate.join('g', 'b')).toBe('go')
    expect(gate.join('g', 'c')).toBe('wait')
  })

  test('releases one that waited long enough, once; what it writes opens the group for the rest', () => {
    const gate = new LeaderGate()
    for (const id of ['a', 'b', 'c']) gate.join('g', id)
    expect(gate.release('b')).toBe(true)
    expect(gate.release('b')).toBe(false)
    expect(gate.release('a')).toBe(false)
    expect(gate.readable('b')).toEqual(['c'])
  })

  test('asked twice by one thread holds it once', () => {
    const gate = new LeaderGate()
    for (const id of ['a', 'b', 'b']) gate.join('g', id)
    expect(gate.readable('a')).toEqual(['b'])
  })

  test('leaves nobody behind: whatever happens, when all leaders have come or gone everyone has gone', () => {
    const event = fc.record({ who: fc.nat(5), what: fc.constantFrom('join', 'readable', 'left', 'release') })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const gate = new LeaderGate()
        const waiting = new Set<string>()
        const gone = new Set<string>()
        const go = (ids: string[]) => {
          for (const id of ids) {
            expect(waiting.delete(id)).toBe(true)
            gone.add(id)
          }
        }
        for (const { who, what } of events) {
          const id = `thread-${who}`
          if (what === 'join' && !gone.has(id) && !waiting.has(id)) {
            if (gate.join('g', id) === 'go') gone.add(id)
            else waiting.add(id)
          } else if (what === 'readable' && gone.has(id)) go(gate.readable(id))
          else if (what === 'release' && gate.release(id)) go([id])
          else if (what === 'left' && gone.delete(id)) go(gate.left(id))
          else if (what === 'left' && waiting.delete(id)) go(gate.left(id))
        }
        for (let round = 0; round < 10 && waiting.size > 0; round++)
          for (const id of [...gone]) if (gone.delete(id)) go(gate.left(id))
        expect([...waiting]).toEqual([])
      }),
    )
  })
})
