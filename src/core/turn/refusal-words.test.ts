import { expect, test } from 'vitest'
import { refusalWords } from './refusal-words'

test('a refusal about images says what helps, any other is as the provider said it', () => {
  expect(refusalWords('messages.0: This model does not support image input')).toMatch(
    /support image input\. What was attached .* fork from the turn before\.$/,
  )
  expect(refusalWords('max_tokens: 9 > 8')).toBe('max_tokens: 9 > 8')
})
