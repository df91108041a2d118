import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseReplacements, cutAt, type ReplacementLimits, replacementText } from './replacement'

const LIMITS: ReplacementLimits = { resultChars: 50_000, messageChars: 200_000, previewChars: 2_000 }
const choose = (texts: Record<string, string | null>, limits = LIMITS) => [
  ...chooseReplacements(
    Object.entries(texts).map(([toolUseId, text]) => ({ toolUseId, text })),
    limits,
  ),
]

describe('of the results of a message are replaced', () => {
  test('those over 50,000 characters, and no others', () => {
    expect(choose({ a: 'x'.repeat(50_000), b: 'x'.repeat(50_001), c: 'x' })).toEqual(['b'])
  })

  test('then the largest, until the message holds no more than 200,000', () => {
    const texts = {
      a: 'x'.repeat(45_000),
      b: 'x'.repeat(49_000),
      c: 'x'.repeat(46_000),
      d: 'x'.repeat(48_000),
      e: 'x'.repeat(47_000),
    }
    expect(choose(texts)).toEqual(['b'])
    expect(choose({ ...texts, f: 'x'.repeat(44_000) })).toEqual(['b', 'd'])
    expect(
      choose({ a: 'x'.repeat(50_000), b: 'x'.repeat(50_000), c: 'x'.repeat(50_000), d: 'x'.repeat(50_000) }),
    ).toEqual([])
  })

  test('a text of one line and one of carriage returns only like any other', () => {
    expect(choose({ a: 'x'.repeat(50_001), b: '\r'.repeat(50_001) })).toEqual(['a', 'b'])
  })

  test('not images and not empty results', () => {
    expect(choose({ image: null, empty: '' }, { resultChars: -1, messageChars: -1, previewChars: 0 })).toEqual([])
  })

  test('never one that its preview would not make smaller', () => {
    const small = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`c${n}`, 'x'.repeat(1_500)]))
    expect(choose(small)).toEqual([])
  })

  test('as many as needed and none more: previews count, the message fits or nothing is left to replace', () => {
    const size = fc.integer({ min: 0, max: 400 })
    const limits = { resultChars: 300, messageChars: 1000, previewChars: 20 }
    fc.assert(
      fc.property(fc.array(size, { maxLength: 12 }), (sizes) => {
        const texts = Object.fromEntries(sizes.map((count, n) => [`c${n}`, 'x'.repeat(count)]))
        const chosen = new Set(choose(texts, limits))
        const sent = sizes.map((count, n) => (chosen.has(`c${n}`) ? limits.previewChars : count))
        const total = sent.reduce((sum, each) => sum + each, 0)
        const over = sizes.filter((count) => count > limits.resultChars)
        const kept = sizes.filter((_, n) => !chosen.has(`c${n}`))
        expect(total <= limits.messageChars || kept.every((count) => count <= limits.previewChars)).toBe(true)
        for (const [n, count] of sizes.entries()) if (count > limits.resultChars) expect(chosen.has(`c${n}`)).toBe(true)
        const last = Math.min(...sizes.filter((count, n) => chosen.has(`c${n}`) && count <= limits.resultChars))
        if (chosen.size > over.length) expect(total - limits.previewChars + last).toBeGreaterThan(limits.messageChars)
      }),
    )
  })
})

describe('a preview', () => {
  test('says its head, its size and where the rest can be read by range', () => {
    const text = `${'line\n'.repeat(20_000)}`
    expect(replacementText(text, '/data/outputs/x.txt', 9)).toBe(
      'line\nline\n\n[The first 9 of 100000 characters (20001 lines). The whole output is stored; read it by range with read: /data/outputs/x.txt]',
    )
  })

  test('counts lines however they end, and one line as one', () => {
    expect(replacementText('x'.repeat(9), '/p', 3)).toContain('(1 lines)')
    expect(replacementText('\r'.repeat(9), '/p', 3)).toContain('(10 lines)')
    expect(replacementText('a\r\nb\nc\rd', '/p', 3)).toContain('(4 lines)')
  })

  test('is the same for the same text: it is frozen, and siblings share it', () => {
    expect(replacementText('abc', '/p', 2)).toBe(replacementText('abc', '/p', 2))
  })

  test('cuts no character in two', () => {
    expect(cutAt('ab🌲cd', 3)).toBe('ab')
    expect(cutAt('ab🌲cd', 4)).toBe('ab🌲')
    expect(cutAt('🌲', 1)).toBe('')
    expect(cutAt('abc', 0)).toBe('')
    expect(cutAt('abc', 3)).toBe('abc')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.nat(30), (text, max) => {
        const cut = cutAt(text, max)
        expect(cut.length).toBeLessThanOrEqual(max)
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, max) - 1)
        expect(text.startsWith(cut) && cut.isWellFormed()).toBe(true)
      }),
    )
  })
})
