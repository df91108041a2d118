import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstPart, grouped, isWellFormed, lastPart, wellFormed } from './well-formed'

describe('well-formed text', () => {
  it('shows NUL and replaces lone surrogates', () => {
    expect(wellFormed('a\0b\ud83dc\udc00d')).toBe('a\u2400b\ufffdc\ufffdd')
  })

  it('leaves whole characters alone', () => {
    expect(wellFormed('naïve 👩‍💻 𝒳')).toBe('naïve 👩‍💻 𝒳')
  })

  it('never cuts a character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, length) => {
        const head = firstPart(text, length)
        const tail = lastPart(text, length)
        expect(isWellFormed(head) && isWellFormed(tail)).toBe(true)
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
        expect(head.length).toBeLessThanOrEqual(length)
        expect(tail.length).toBeLessThanOrEqual(length)
      }),
    )
  })

  it('groups the digits of counts', () => {
    expect([0, 999, 1000, 20_000_000].map(grouped)).toEqual(['0', '999', '1,000', '20,000,000'])
  })
})
