import { describe, expect, it } from 'vitest'
import { readPathGlob } from './path-glob'

const matching = (glob: string, ...paths: string[]) => paths.filter((path) => readPathGlob(glob).matches(path))

describe('a path glob', () => {
  it('without a slash means names at any depth', () => {
    expect(matching('*.ts', 'a.ts', 'src/deep/b.ts', 'a.tsx', 'ts')).toEqual(['a.ts', 'src/deep/b.ts'])
  })

  it('with a slash is matched from the folder on', () => {
    expect(matching('src/*.ts', 'src/a.ts', 'src/deep/b.ts', 'x/src/a.ts')).toEqual(['src/a.ts'])
    expect(matching('./src/', 'src/a.ts', 'src/deep/b.ts', 'src2/a')).toEqual(['src/a.ts', 'src/deep/b.ts'])
  })

  it('takes ** for any number of folders, none as well', () => {
    const paths = ['a.test.ts', 'src/a.test.ts', 'src/x/y/a.test.ts', 'src/x/a.ts']
    expect(matching('**/*.test.ts', ...paths)).toEqual(paths.slice(0, 3))
    expect(matching('src/**/*.test.ts', ...paths)).toEqual(paths.slice(1, 3))
    expect(matching('src/**', ...paths)).toEqual(paths.slice(1))
    expect(matching('**/x/**/a*', ...paths)).toEqual(paths.slice(2))
  })

  it('takes braces, nested too, and classes', () => {
    expect(matching('{src,lib}/**/*.{ts,m{j,t}s}', 'src/a.ts', 'lib/b/c.mts', 'lib/d.mjs', 'lib/e.js')).toEqual([
      'src/a.ts',
      'lib/b/c.mts',
      'lib/d.mjs',
    ])
    expect(matching('[ab]?.md', 'a1.md', 'b2.md', 'c3.md')).toEqual(['a1.md', 'b2.md'])
  })

  it('offers the names it can end in as a first sieve, when they are plain enough', () => {
    expect(readPathGlob('src/**/*.{ts,tsx}').names).toEqual(['*.ts', '*.tsx'])
    expect(readPathGlob('src/**').names).toBeNull()
    expect(readPathGlob('[ab].ts').names).toBeNull()
  })

  it('refuses what it cannot read, and does not explode', () => {
    expect(() => readPathGlob('{a')).toThrow('a brace without its partner')
    expect(() => readPathGlob('a}')).toThrow('a brace without its partner')
    expect(() => readPathGlob('{a,b}'.repeat(40))).toThrow('too many alternatives')
    expect(matching('*a'.repeat(50), 'a'.repeat(2000))).toHaveLength(1)
  })
})
