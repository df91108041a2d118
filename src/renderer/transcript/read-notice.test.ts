import { expect, test } from 'vitest'
import { readNotice } from './read-notice'

test('a failure is a sentence, the id of its request and its code', () => {
  expect(readNotice('The provider refused the request (400): too long. Request req_01XK7. [provider.refused]')).toEqual(
    {
      sentence: 'The provider refused the request (400): too long.',
      requestId: 'req_01XK7',
      code: 'provider.refused',
    },
  )
  expect(readNotice('The network is down. [network]')).toEqual({
    sentence: 'The network is down.',
    requestId: null,
    code: 'network',
  })
})

test('what names no code is one sentence, brackets in it or not', () => {
  for (const text of ['Stopped at its limit of 4 steps; not finished.', 'See [the docs]', '[provider.auth]'])
    expect(readNotice(text)).toEqual({ sentence: text, requestId: null, code: null })
})
