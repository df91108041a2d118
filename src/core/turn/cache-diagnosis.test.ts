import { describe, expect, test } from 'vitest'
import { cacheDiagnosis } from './cache-diagnosis'
import { emptyAnswer, foldEvent } from './stream-fold'

const asked = (id: string | null) => JSON.stringify({ diagnostics: { previous_message_id: id } })

function diagnosisOf(tailJson: string, diagnostics: unknown) {
  const answer = emptyAnswer()
  foldEvent(answer, { type: 'message_start', message: { id: 'msg_2', diagnostics } })
  return cacheDiagnosis(tailJson, answer)
}

describe('the diagnosis of a request', () => {
  test('is that the prefix did not change where the provider answers no object', () => {
    expect(diagnosisOf(asked('msg_1'), null)).toBe('matched')
    expect(diagnosisOf(asked('msg_1'), undefined)).toBe('matched')
  })

  test('is open where its reason is null: the comparison was still under way', () => {
    expect(diagnosisOf(asked('msg_1'), { cache_miss_reason: null })).toBe('pending')
    expect(diagnosisOf(asked('msg_1'), {})).toBe('pending')
  })

  test('is a miss where it names a reason', () => {
    expect(diagnosisOf(asked('msg_1'), { cache_miss_reason: { type: 'tools_changed' } })).toBe('missed')
  })

  test('is none of a first request, of one that did not ask, and of one without an answer', () => {
    expect(diagnosisOf(asked(null), null)).toBe('none')
    expect(diagnosisOf('{}', null)).toBe('none')
    expect(cacheDiagnosis(asked('msg_1'), emptyAnswer())).toBe('none')
  })
})
