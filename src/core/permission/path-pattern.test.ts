import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileGlob, escapeGlob, globMatches } from './glob'
import { parsePathPattern, pathMatches } from './path-pattern'

const bases = { folder: '/home/me/project', home: '/home/me' }

function matches(text: string, path: string, loose: boolean): boolean {
  const pattern = parsePathPattern(text)
  if (typeof pattern === 'string') throw new Error(pattern)
  return pathMatches(pattern, path, bases, loose)
}

describe('a pattern is read as gitignore reads it, relative to the project', () => {
  test.each([
    ['src/**', '/home/me/project/src/a/b.ts'],
    ['src/**', '/home/me/project/src'],
    ['src', '/home/me/project/src/a.ts'],
    ['src/', '/home/me/project/src/a.ts'],
    ['./src/*.ts', '/home/me/project/src/a.ts'],
    ['/src/a.ts', '/home/me/project/src/a.ts'],
    ['**/a.ts', '/home/me/project/a.ts'],
    ['**/a.ts', '/home/me/project/src/x/a.ts'],
    ['src/**/a.ts', '/home/me/project/src/a.ts'],
    ['*.ts', '/home/me/project/src/a.ts'],
    ['[ab].ts', '/home/me/project/a.ts'],
    ['a?.ts', '/home/me/project/ab.ts'],
    ['a\\*.ts', '/home/me/project/a*.ts'],
    ['~/notes/**', '/home/me/notes/x'],
    ['//etc/**', '/etc/passwd'],
    ['../other/**', '/home/me/other/x'],
    ['**', '/home/me/project/x'],
  ])('%s holds for %s', (pattern, path) => {
    expect(matches(pattern, path, false)).toBe(true)
    expect(matches(pattern, path, true)).toBe(true)
  })

  test.each([
    ['src/**', '/home/me/project/srcs/a.ts'],
    ['src/*.ts', '/home/me/project/src/x/a.ts'],
    ['/a.ts', '/home/me/project/src/a.ts'],
    ['**', '/home/me/other/x'],
    ['src', '/home/me/other/src/a'],
    ['~/notes/**', '/home/you/notes/x'],
    ['[!a].ts', '/home/me/project/a.ts'],
  ])('%s does not hold for %s', (pattern, path) => {
    expect(matches(pattern, path, false)).toBe(false)
  })

  test('a bare name restricts at every depth and place, and allows only at the top', () => {
    expect(matches('.env', '/home/me/project/.env', false)).toBe(true)
    expect(matches('.env', '/home/me/project/app/.env', false)).toBe(false)
    expect(matches('.env', '/home/me/project/app/.env', true)).toBe(true)
    expect(matches('.env', '/elsewhere/.env', true)).toBe(true)
  })

  test('drives and backslashes are paths as well', () => {
    const windows = { folder: 'C:\\work', home: 'C:\\me' }
    const pattern = parsePathPattern('src/**')
    if (typeof pattern === 'string') throw new Error(pattern)
    expect(pathMatches(pattern, 'c:\\work\\src\\a.ts', windows, false)).toBe(true)
    expect(pathMatches(pattern, 'src\\a.ts', windows, false)).toBe(true)
    expect(pathMatches(pattern, 'D:\\work\\src\\a.ts', windows, false)).toBe(false)
  })
})

test('an escaped text matches just itself', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, other) => {
      const pattern = compileGlob(escapeGlob(text))
      expect(globMatches(pattern, text)).toBe(true)
      expect(globMatches(pattern, other)).toBe(text === other)
    }),
  )
})

test('a malicious pattern takes no longer than pattern times text', () => {
  const start = performance.now()
  expect(globMatches(compileGlob('*a'.repeat(2_000)), `${'a'.repeat(4_000)}b`)).toBe(false)
  expect(matches(`${'**/a*/'.repeat(500)}b`, `/home/me/project/${'a/'.repeat(500)}c`, false)).toBe(false)
  expect(performance.now() - start).toBeLessThan(5_000)
})
