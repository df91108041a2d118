import { describe, expect, it } from 'vitest'
import { startNowWords } from './start-now-words'

describe('what is offered of a sibling that waits for its leader', () => {
  it('names by how much leaving now is dearer', () => {
    expect(startNowWords({ nanoUsd: 21_400_000 }).words).toBe('Start now, costs $0.021')
    expect(startNowWords({ nanoUsd: 21_400_000 }).title).toContain('writes that itself: $0.021 more.')
  })

  it('invents no money where the model has no price, or none was told yet', () => {
    expect(startNowWords({ nanoUsd: null }).words).toBe('Start now')
    expect(startNowWords(null).words).toBe('Start now')
  })
})
