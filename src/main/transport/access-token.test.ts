import { expect, test } from 'vitest'
import { mintSecret, offeredTokens, sameSecret } from './access-token'

test('a secret has 256 bits, in characters an address can carry, and is never minted twice', () => {
  const secret = mintSecret()
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(mintSecret()).not.toBe(secret)
})

test('secrets of any length can be compared', () => {
  expect(sameSecret('a', 'a')).toBe(true)
  for (const other of ['', 'b', 'aa']) expect(sameSecret(other, 'a')).toBe(false)
})

test.each([
  ['/host', undefined, []],
  ['/host?token=a', undefined, ['a']],
  ['/host?token=', undefined, ['']],
  ['/host?token=a&token=b', 'Bearer c', ['a', 'b', 'c']],
  ['/host', 'bearer c', ['c']],
  ['/host', 'Basic c', ['']],
  ['/host', 'Bearer', ['']],
])('%s with the header %s offers %j', (path, header, offered) => {
  expect(offeredTokens(new URL(`http://localhost${path}`), header)).toEqual(offered)
})
