import { describe, expect, it } from 'vitest'
import { threadId } from '../../../shared/domain/ids'
import type { Clock } from '../../services/ports/clock'
import { createIdSource } from './ids'

function clockAt(times: number[]): Clock {
  let last = 0
  return {
    now: () => {
      last = times.shift() ?? last
      return last
    },
    after: () => () => {},
  }
}

describe('the id source', () => {
  it('mints ids the contract accepts', () => {
    expect(threadId.safeParse(createIdSource(clockAt([1_700_000_000_000])).next('thread')).success).toBe(true)
  })

  it('sorts ids of one millisecond in the order of minting, without repeating one', () => {
    const ids = createIdSource(clockAt([1_700_000_000_000]))
    const minted = Array.from({ length: 5000 }, () => ids.next('item'))
    expect([...minted].sort()).toEqual(minted)
    expect(new Set(minted).size).toBe(minted.length)
  })

  it('keeps sorting when the clock steps back', () => {
    const ids = createIdSource(clockAt([2000, 1000, 1500, 2001]))
    const minted = Array.from({ length: 4 }, () => ids.next('turn'))
    expect([...minted].sort()).toEqual(minted)
  })
})
