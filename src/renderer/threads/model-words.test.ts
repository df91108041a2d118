import { expect, it } from 'vitest'
import { modelAndEffort, modelWords } from './model-words'

it('shortens the names it knows and leaves others as they are', () => {
  expect(modelWords('claude-opus-5-5')).toBe('Opus 5.5')
  expect(modelWords('claude-sonnet-5')).toBe('Sonnet 5')
  expect(modelWords('claude-haiku-4-5-20251001')).toBe('Haiku 4.5')
  expect(modelWords('qwen3-coder-plus')).toBe('qwen3-coder-plus')
})

it('names the effort where one was chosen', () => {
  expect(modelAndEffort({ model: 'claude-opus-5-5', effort: 'high' })).toBe('Opus 5.5 · effort high')
  expect(modelAndEffort({ model: 'claude-opus-5-5', effort: null })).toBe('Opus 5.5')
})
