import { describe, expect, it } from 'vitest'
import { contains } from './contains'

describe('containment', () => {
  it('holds for a folder and what is below it', () => {
    expect(contains('/a/b', '/a/b', { platform: 'linux' })).toBe(true)
    expect(contains('/a/b', '/a/b/c', { platform: 'linux' })).toBe(true)
    expect(contains('/', '/etc', { platform: 'linux' })).toBe(true)
  })

  it('does not hold for a name that merely begins alike, nor above', () => {
    expect(contains('/a/b', '/a/bc', { platform: 'linux' })).toBe(false)
    expect(contains('/a/b', '/a/b/../c', { platform: 'linux' })).toBe(false)
    expect(contains('/a/b', '/a', { platform: 'linux' })).toBe(false)
  })

  it('takes case seriously where the file system does', () => {
    expect(contains('/a/B', '/a/b/c', { platform: 'linux' })).toBe(false)
    expect(contains('C:\\Work', 'c:\\work\\src', { platform: 'win32' })).toBe(true)
    expect(contains('C:\\Work', 'c:\\works', { platform: 'win32' })).toBe(false)
  })
  it('takes two spellings for one where the file system does', () => {
    const options = { platform: 'linux', ignoreCase: true } as const
    expect(contains('/Users/me/Projekt-Ü', '/users/ME/projekt-u\u0308/src', options)).toBe(true)
    expect(contains('/Users/me/Project', '/users/me/projects', options)).toBe(false)
  })
})
