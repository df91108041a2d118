import { describe, expect, test } from 'vitest'
import { FORGOTTEN_MS, MOST_AT_ONCE, SendBound } from './send-bound'

/** A bound with so many requests under way. */
function underWay(count: number): { bound: SendBound; requests: number[] } {
  const bound = new SendBound()
  return { bound, requests: Array.from({ length: count }, () => bound.send()) }
}

describe('how many may be under way', () => {
  test('as many as there are, as long as nobody refuses', () => {
    const { bound, requests } = underWay(3)
    for (const request of requests) bound.accepted(request)
    expect([bound.places(0), bound.isLowered(0)]).toEqual([MOST_AT_ONCE, false])
  })

  test('half of what was under way after a refusal, once for a whole wave', () => {
    const { bound, requests } = underWay(12)
    for (const [n, request] of requests.entries()) bound.refused(request, 12 - n, 0)
    expect([bound.places(0), bound.isLowered(0)]).toEqual([6, true])
  })

  test('half again when half was still too many, never none', () => {
    const { bound, requests } = underWay(12)
    bound.refused(requests[0] ?? 0, 12, 0)
    const seen = [bound.places(0)]
    for (let n = 0; n < 4; n++) {
      bound.refused(bound.send(), bound.places(0), 0)
      seen.push(bound.places(0))
    }
    expect(seen).toEqual([6, 3, 1, 1, 1])
  })

  test('one more after each round that was taken; what was sent before the refusal says nothing', () => {
    const { bound, requests } = underWay(8)
    bound.refused(requests[0] ?? 0, 8, 0)
    for (const request of requests.slice(1)) bound.accepted(request)
    expect(bound.places(0)).toBe(4)
    for (let n = 0; n < 4; n++) bound.accepted(bound.send())
    expect(bound.places(0)).toBe(5)
    for (let n = 0; n < 5; n++) bound.accepted(bound.send())
    expect(bound.places(0)).toBe(6)
  })

  test('never more than the most, and the most again when the refusal is long ago', () => {
    const { bound, requests } = underWay(2)
    bound.refused(requests[0] ?? 0, 2, 1_000)
    expect(bound.places(1_000 + FORGOTTEN_MS - 1)).toBe(1)
    expect(bound.places(1_000 + FORGOTTEN_MS)).toBe(MOST_AT_ONCE)
    bound.accepted(bound.send())
    expect(bound.places(1_000 + FORGOTTEN_MS)).toBe(MOST_AT_ONCE)
  })
})
