import { expect, it } from 'vitest'
import { asksForKeyAgain, keyBadge, keyPlaceWords, keySourceWords } from './key-words'

it('says where the key comes from and where a typed one goes', () => {
  expect(keySourceWords({ hasApiKey: false, apiKeySource: null })).toBe('No key is set.')
  expect(keySourceWords({ hasApiKey: true, apiKeySource: 'environment' })).toContain('ANTHROPIC_API_KEY')
  expect(keySourceWords({ hasApiKey: true, apiKeySource: 'memory' })).toContain('until Tine closes')
  expect(keyBadge({ hasApiKey: true, apiKeySource: 'demo' })).toBe('no key needed')
  expect(keyBadge({ hasApiKey: true, apiKeySource: 'memory' })).toBe('key set')
  expect(keyPlaceWords(false)).toContain('memory')
})

it('asks for the key again when the server is another one, not when only its path is', () => {
  const settings = { apiKeySource: 'memory', baseUrl: null } as const
  expect(asksForKeyAgain(settings, '')).toBe(false)
  expect(asksForKeyAgain(settings, 'https://api.anthropic.com/v2')).toBe(false)
  expect(asksForKeyAgain(settings, 'https://gateway.example.com')).toBe(true)
  expect(asksForKeyAgain({ ...settings, apiKeySource: 'environment' }, 'https://gateway.example.com')).toBe(false)
})
