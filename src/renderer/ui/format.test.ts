import { expect, test } from 'vitest'
import { formatBytes, formatCount, formatShare, plural } from './format-count'
import { formatMoney } from './format-money'
import { formatAge, formatDuration, formatElapsed } from './format-time'

test.each([
  [null, '–'],
  [0, '$0'],
  [1, '<$0.001'],
  [21_000_000, '$0.021'],
  [999_400_000, '$0.999'],
  [999_500_000, '$1.00'],
  [2_184_000_000, '$2.18'],
  [1_234_567_000_000, '$1,234.57'],
  [-21_000_000, '−$0.021'],
])('%s NanoUsd reads %s', (nanoUsd, text) => {
  expect(formatMoney(nanoUsd)).toBe(text)
})

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1k'],
  [48_490, '48.5k'],
  [99_949, '99.9k'],
  [99_950, '100k'],
  [999_499, '999k'],
  [999_500, '1M'],
  [1_234_567, '1.2M'],
])('the count %s reads %s', (count, text) => {
  expect(formatCount(count)).toBe(text)
})

test('a share is never all while something is missing, nor nothing while something is there', () => {
  expect(formatShare(98, 100)).toBe('98 %')
  expect(formatShare(9999, 10_000)).toBe('99 %')
  expect(formatShare(1, 10_000)).toBe('1 %')
  expect(formatShare(100, 100)).toBe('100 %')
  expect(formatShare(0, 0)).toBe('0 %')
})

test.each([
  [812, '812 B'],
  [4100, '4.1 kB'],
  [2_300_000, '2.3 MB'],
])('%s bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  [0, '0 s'],
  [420, '0.4 s'],
  [9_949, '9.9 s'],
  [9_950, '10 s'],
  [59_499, '59 s'],
  [59_500, '1 m 00 s'],
  [134_000, '2 m 14 s'],
  [11_100_000, '3 h 05 m'],
  [4 * 86_400_000, '4 d'],
])('%s ms read %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test('a running time counts whole seconds and is never below zero', () => {
  expect(formatElapsed(1999)).toBe('1 s')
  expect(formatElapsed(-5000)).toBe('0 s')
})

test('an age is told in the largest unit that fits', () => {
  const now = new Date(2026, 10, 30, 12).getTime()
  expect(formatAge(now - 59_000, now)).toBe('now')
  expect(formatAge(now - 4 * 60_000, now)).toBe('4 min')
  expect(formatAge(now - 3 * 3_600_000, now)).toBe('3 h')
  expect(formatAge(now - 2 * 86_400_000, now)).toBe('2 d')
  expect(formatAge(now - 20 * 86_400_000, now)).toBe('10 Nov')
})

test('one fork, two forks', () => {
  expect([plural(1, 'fork'), plural(2, 'fork'), plural(1200, 'turn')]).toEqual(['1 fork', '2 forks', '1,200 turns'])
})
