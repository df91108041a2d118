import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWellFormed } from '../text/well-formed'
import { HeadTail } from './head-tail'

function keep(texts: string[], head = 10, tail = 20) {
  const kept = new HeadTail(head, tail)
  for (const text of texts) kept.push(text)
  return kept.read()
}

describe('keeping head and tail', () => {
  it('keeps all of a text that fits', () => {
    expect(keep(['hello ', 'world, ', 'how are you'])).toEqual({
      head: 'hello worl',
      tail: 'd, how are you',
      dropped: 0,
    })
  })

  it('drops only from the middle', () => {
    const text = Array.from({ length: 100 }, (_, n) => String(n % 10)).join('')
    expect(keep([...text])).toEqual({ head: text.slice(0, 10), tail: text.slice(-20), dropped: 70 })
  })

  it('says exactly how much is missing, whatever the pieces, and never cuts a character', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 })), (texts) => {
        const whole = texts.join('')
        const { head, tail, dropped } = keep(texts)
        expect(head.length + tail.length + dropped).toBe(whole.length)
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true)
        expect(isWellFormed(head) && isWellFormed(tail)).toBe(true)
        if (whole.length < 29) expect(dropped).toBe(0)
      }),
    )
  })

  it('stays small while a gigabyte passes through', () => {
    const kept = new HeadTail(10, 20)
    const piece = 'x'.repeat(1_000_000)
    for (let n = 0; n < 1000; n++) kept.push(piece)
    expect(kept.read().dropped).toBe(1_000_000_000 - 30)
  })
})
