import { describe, expect, test } from 'vitest'
import { isHostName, readWebAddress, webHost } from './web-address'
import { readWebPageLine, webPageLine } from './web-page-line'

const reasonOf = (text: string) => {
  const address = readWebAddress(text)
  return address.ok ? `read as ${address.url.href}` : address.reason
}

describe('an address of the web', () => {
  test('is read as it is, without its fragment', () => {
    expect(reasonOf('https://Example.com/A?b=c#d')).toBe('read as https://example.com/A?b=c')
    expect(reasonOf('http://10.0.0.7:8080')).toBe('read as http://10.0.0.7:8080/')
    expect(reasonOf('http://[::1]:3000/')).toBe('read as http://[::1]:3000/')
  })

  test('shows a host outside of ASCII as what is asked for', () => {
    expect(webHost('https://münchen.example/')).toBe('xn--mnchen-3ya.example')
    expect(webHost('https://pаypal.com/')).toBe('xn--pypal-4ve.com')
  })

  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'example.com',
    '//example.com/',
    'http:example.com',
    'http:///example.com',
    'https://',
    '',
  ])('%s is none', (text) => {
    expect(reasonOf(text)).toMatch(/begins with http/)
  })

  test.each(['http://0x7f.1/', 'http://2130706433/', 'http://0177.0.0.1/', 'http://127.1/', 'http://１２７.0.0.1/'])(
    'another spelling of a number, %s, is refused',
    (text) => {
      expect(reasonOf(text)).toMatch(/another spelling of 127\.0\.0\.1/)
    },
  )

  test.each([
    ['https://user:secret@example.com/', /user or password/],
    ['https://example.com@evil.example/', /user or password/],
    ['https://example.com./', /dot at its end/],
    ['https://ex%61mple.com/', /percent/],
    ['https:\\\\example.com\\', /backslashes/],
    ['https://exam\tple.com/', /blanks/],
    ['https://example.com/ x', /blanks/],
    [`https://example.com/${'a'.repeat(2000)}`, /at most 2000/],
    ['https://exa mple.com', /blanks/],
    ['https://256.1.1.1/', /begins with http/],
  ])('%s is refused', (text, reason) => {
    expect(reasonOf(text)).toMatch(reason)
  })

  test('has a host of its own form', () => {
    expect(['localhost', '10.0.0.7', 'docs.example.com', '[::1]'].map(isHostName)).toEqual([true, true, true, true])
    expect(['Local', 'a/b', 'a:80', 'x@y', '', '0x7f.1', 'münchen.example', 'a.', '*.a'].some(isHostName)).toBe(false)
  })
})

test('the line about a page is read back as it was written, and from nothing else', () => {
  const facts = { url: 'https://example.com/(a)?b', status: 404, mediaType: 'text/html', bytes: 12 }
  expect(readWebPageLine(`${webPageLine(facts)}\n\ntext`)).toEqual(facts)
  for (const other of ['', 'text', 'https://a.example/ (200)', ' https://a.example/ (200, text/html, 1 bytes)'])
    expect(readWebPageLine(other)).toBeNull()
})
