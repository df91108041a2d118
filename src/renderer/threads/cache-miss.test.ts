import { describe, expect, it } from 'vitest'
import type { Request } from '../../shared/domain/ledger'
import { NO_USAGE } from '../../shared/domain/units'
import { viewRequest } from '../../testing/domain-views'
import { cacheMissOf, missText, newEpochText } from './cache-miss'

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

  it('is not explained by a comparison that was still under way', () => {
    const usage = { ...NO_USAGE, cacheWrite5m: 64_400 }
    const request = viewRequest({ id: 'req_1', forecast: warm, usage, cacheDiagnosis: 'pending' })
    expect(cacheMissOf(request)?.cause).toBe('not read, and not yet compared')
  })

  it.each([
    ['tools', 'tools', 'tools changed'],
    ['system', 'system', 'system changed'],
    ['blocks[12]', 'blocks[12]', 'block 12 changed'],
    ['tools: mcp__db__query removed', 'tools', 'tools changed: mcp__db__query removed'],
    ['tools.3.description: bash: a → b', 'tools.3.description', 'tools changed: bash: a → b'],
    ['messages.3.content.1: thinking missing', 'messages.3.content.1', 'message 3 changed: thinking missing'],
    ['tool_choice: not sent → x', 'tool_choice', 'tool choice changed: not sent → x'],
  ])('says of a first difference %s', (firstDifference, where, cause) => {
    expect(cacheMissOf(viewRequest({ id: 'req_1', firstDifference }))).toMatchObject({ cause, where })
  })
})

describe('a new epoch, which a person chose', () => {
  const chosen = (firstDifference: string, model = 'b') => viewRequest({ id: 'req_1', firstDifference, model })

  it.each([
    ['model: a → b (new epoch)', 'model changed: a → b'],
    ['output_config.effort: high → low (new epoch)', 'effort changed: high → low'],
    ['thinking.type: adaptive → not sent (new epoch)', 'thinking changed: adaptive → not sent'],
  ])('is no miss, and says why the cache starts again: %s', (firstDifference, words) => {
    const request = chosen(firstDifference)
    expect(cacheMissOf(request, { model: 'a' })).toBeNull()
    expect(newEpochText(request, { model: 'a' })).toBe(words)
  })

  it('is told also of another model that an earlier version stored as a change of tools', () => {
    expect(cacheMissOf(chosen('tools'), { model: 'a' })).toBeNull()
    expect(newEpochText(chosen('tools'), { model: 'a' })).toBe('model changed: a → b')
    expect(cacheMissOf(chosen('tools'), { model: 'b' })?.cause).toBe('tools changed')
  })

  it('is none where nothing differs, or where something does that nobody chose', () => {
    expect(newEpochText(viewRequest({ id: 'req_1' }))).toBeNull()
    expect(newEpochText(chosen('system.0.text: differs from character 4 on'))).toBeNull()
  })
})
