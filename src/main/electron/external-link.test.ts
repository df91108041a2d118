import { expect, test } from 'vitest'
import { externalLink } from './external-link'

test('web and mail addresses may be opened, as they will be shown', () => {
  expect(externalLink('https://example.com/a?b#c')).toBe('https://example.com/a?b#c')
  expect(externalLink('HTTP://Example.com')).toBe('http://example.com/')
  expect(externalLink('mailto:a@example.com')).toBe('mailto:a@example.com')
})

test('a host name that looks like another is shown in ASCII', () => {
  expect(externalLink('https://еxample.com/')).toBe('https://xn--xample-2of.com/')
})

test.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'app://tine/',
  'tine://session/x',
  'data:text/html,x',
  'vscode://file/x',
  'https://example.com@evil.test/',
  'not an address',
  '',
  `https://example.com/${'a'.repeat(2_000)}`,
])('%s stays closed', (url) => {
  expect(externalLink(url)).toBeNull()
})
