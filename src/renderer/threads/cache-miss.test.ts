import { describe, expect, it } from 'vitest'
import type { Request } from '../../shared/domain/ledger'
import { NO_USAGE } from '../../shared/domain/units'
import { viewRequest } from '../../testing/domain-views'
import { cacheMissOf, missText } from './cache-miss'

const warm: Request['forecast'] = { usage: { ...NO_USAGE, cacheRead: 64_000, cacheWrite5m: 400 }, nanoUsd: 22_000_000 }

describe('a miss of the cache', () => {
  it('is none where the request read what the forecast said', () => {
    const usage = { ...NO_USAGE, cacheRead: 63_000, cacheWrite5m: 900 }
    expect(cacheMissOf(viewRequest({ id: 'req_1', forecast: warm, usage }))).toBeNull()
  })

  it('is one where less than half of the warm prefix was read, and says what it cost more', () => {
    const usage = { ...NO_USAGE, cacheWrite5m: 64_400 }
    const miss = cacheMissOf(viewRequest({ id: 'req_1', forecast: warm, usage, inputNanoUsd: 327_000_000 }))
    expect(miss).toMatchObject({ cause: 'not read, though it was warm', where: null, extraNanoUsd: 305_000_000 })
    expect(miss && missText(miss)).toBe('Cache miss: not read, though it was warm, $0.305 more than forecast')
  })

  it('tells of a change the forecast knew of how much was sent anew, and for how much', () => {
    const usage = { ...NO_USAGE, cacheWrite5m: 64_400 }
    const forecast = { usage, nanoUsd: 327_000_000 }
    const changed = { id: 'req_1', firstDifference: 'system', usage, forecast }
    const textOf = (inputNanoUsd: number | null) => {
      const miss = cacheMissOf(viewRequest({ ...changed, inputNanoUsd }))
      return miss && missText(miss)
    }
    expect(textOf(327_100_000)).toBe('Cache miss: system changed, 64.4k tokens anew for $0.327')
    expect(textOf(null)).toBe('Cache miss: system changed, 64.4k tokens anew')
  })

  it('is none where a cold prefix was written anew as forecast', () => {
    const cold = { usage: { ...NO_USAGE, cacheWrite5m: 64_000 }, nanoUsd: 320_000_000 }
    expect(
      cacheMissOf(viewRequest({ id: 'req_1', forecast: cold, usage: { ...NO_USAGE, cacheWrite5m: 64_400 } })),
    ).toBeNull()
  })

  it('is none where the provider reported nothing, as of a broken stream', () => {
    expect(cacheMissOf(viewRequest({ id: 'req_1', forecast: warm, outcome: 'broken' }))).toBeNull()
  })

  it('names the reason of the provider where no byte of ours differs', () => {
    const request = viewRequest({
      id: 'req_1',
      forecast: warm,
      usage: { ...NO_USAGE, cacheWrite5m: 64_400 },
      cacheMissReason: 'previous_message_not_found',
    })
    expect(cacheMissOf(request)?.cause).toBe('previous message not found')
  })

  it.each([
    ['tools', 'tools changed'],
    ['system', 'system changed'],
    ['parameters', 'parameters changed'],
    ['blocks[12]', 'block 12 changed'],
    ['tools[14].input_schema', 'tools changed'],
  ])('says of a first difference at %s: %s', (firstDifference, cause) => {
    expect(cacheMissOf(viewRequest({ id: 'req_1', firstDifference }))).toMatchObject({ cause, where: firstDifference })
  })

  it('says that the model changed where the request before went to another one', () => {
    const request = viewRequest({ id: 'req_1', firstDifference: 'tools', model: 'b' })
    expect(cacheMissOf(request, { model: 'a' })?.cause).toBe('model changed')
    expect(cacheMissOf(request, { model: 'b' })?.cause).toBe('tools changed')
  })
})
