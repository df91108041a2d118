import { expect, it } from 'vitest'
import type { Request } from '../../../shared/domain/ledger'
import { NO_USAGE } from '../../../shared/domain/units'
import { comparedWords, keepWarmWords, outcomeWords } from './request-words'

const request: Request = {
  id: 'req_1',
  threadId: 'thr_1',
  n: 1,
  model: 'm',
  usage: NO_USAGE,
  money: { nanoUsd: null, withoutSharingNanoUsd: null },
  forecast: null,
  startedAt: 0,
  firstEventAt: null,
  endedAt: null,
  outcome: 'ok',
  requestId: 'req_01XK',
  prefix: { link: '', blocks: 0, sharedWithParent: 0, sharedWithPrevious: 0 },
  firstDifference: null,
  cacheMissReason: null,
  cacheDiagnosis: 'none',
  usageFinal: true,
  purpose: 'turn',
}

it('says nothing of a request that went as planned', () => {
  expect(outcomeWords(request)).toBeNull()
})

it('says why the cache was missed and where the bytes differ', () => {
  const missed = outcomeWords({
    ...request,
    cacheMissReason: 'system_changed',
    firstDifference: 'block 3 of the system',
  })
  expect(missed).toEqual({
    text: 'The cache was missed: system_changed. It differs first at block 3 of the system.',
    bad: true,
  })
})

it('says why the cache starts again where a person chose so, without alarm', () => {
  const chosen = {
    ...request,
    model: 'b',
    cacheMissReason: 'model_changed',
    firstDifference: 'model: a → b (new epoch)',
  }
  expect(outcomeWords(chosen, { model: 'a' })).toEqual({
    text: 'The cache starts again here; model changed: a → b.',
    bad: false,
  })
  expect(outcomeWords({ ...chosen, outcome: 'refused' })?.bad).toBe(true)
})

it('says of a comparison that was still under way that nothing was compared, and not that the cache was hit or missed', () => {
  const pending = { ...request, cacheDiagnosis: 'pending' } as const
  expect(outcomeWords(pending)?.text).toMatch(/^Not yet compared/)
  expect(outcomeWords(pending)?.bad).toBe(false)
  expect(comparedWords(pending)).toBe('not yet compared')
})

it('says what the comparison found', () => {
  expect(comparedWords(request)).toBe('–')
  expect(comparedWords({ ...request, cacheDiagnosis: 'matched' })).toBe('no change')
  expect(comparedWords({ ...request, cacheDiagnosis: 'missed', cacheMissReason: 'tools_changed' })).toBe(
    'tools changed',
  )
})

it('says of a refresh that it only kept the prefix warm', () => {
  expect(keepWarmWords(request)).toBeNull()
  expect(keepWarmWords({ purpose: 'keep-warm' })).toBe('Kept the prefix warm; nothing was generated.')
})

it('names the provider’s id of a request that failed', () => {
  expect(outcomeWords({ ...request, outcome: 'refused' })).toEqual({
    text: 'The provider refused it. req_01XK',
    bad: true,
  })
  expect(outcomeWords({ ...request, outcome: 'cancelled' })?.bad).toBe(false)
})
