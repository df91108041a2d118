import { expect, test } from 'vitest'
import { updateWords } from './update-words'

test('what is known of a newer version is said in a sentence, also that it could not be found out', () => {
  const words = (state: Parameters<typeof updateWords>[0]['state'], version: string | null, reason: string | null) =>
    updateWords({ state, version, reason })
  expect(words('none', null, 'It runs from its sources.')).toBe(
    'This app does not update itself. It runs from its sources.',
  )
  expect(words('ready', '1.2.3', null)).toBe('Version 1.2.3 is put in place when you quit.')
  expect(words('failed', null, 'net::ERR_FAILED')).toContain('tried again later: net::ERR_FAILED')
})
