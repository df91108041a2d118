import { describe, expect, it } from 'vitest'
import { contains } from './contains'

describe('containment', () => {
  it('holds for a folder and what is below it', () => {
    expect(contains('/a/b', '/a/b', 'linux')).toBe(true)
    expect(contains('/a/b', '/a/b/c', 'linux')).toBe(true)
    expect(contains('/', '/etc', 'linux')).toBe(true)
  })

  it('does not hold for a name that merely begins alike, nor above', () => {
    expect(contains('/a/b', '/a/bc', 'linux')).toBe(false)
    expect(contains('/a/b', '/a/b/../c', 'linux')).toBe(false)
    expect(contains('/a/b', '/a', 'linux')).toBe(false)
  })

  it('takes case seriously where the file system does', () => {
    expect(contains('/a/B', '/a/b/c', 'linux')).toBe(false)
    expect(contains('C:\\Work', 'c:\\work\\src', 'win32')).toBe(true)
    expect(contains('C:\\Work', 'c:\\works', 'win32')).toBe(false)
  })
})
