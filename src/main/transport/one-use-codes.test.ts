import { expect, test } from 'vitest'
import { CODE_LIFETIME_MS, OneUseCodes } from './one-use-codes'

test('a code lets in once', () => {
  const codes = new OneUseCodes()
  const code = codes.issue()
  expect(codes.take(code)).toBe(true)
  expect(codes.take(code)).toBe(false)
})

test('what was never issued lets nobody in and costs no code', () => {
  const codes = new OneUseCodes()
  const code = codes.issue()
  expect(codes.take('')).toBe(false)
  expect(codes.take(`${code}x`)).toBe(false)
  expect(codes.take(code)).toBe(true)
})

test('a code is worth nothing after its time', () => {
  let now = 1000
  const codes = new OneUseCodes(() => now)
  const [early, late] = [codes.issue(), codes.issue()]
  now += CODE_LIFETIME_MS - 1
  expect(codes.take(early)).toBe(true)
  now += 1
  expect(codes.take(late)).toBe(false)
})
