import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gitIn } from '../../../../testing/temporary-repository'
import { type ToolBench, toolBench } from '../../../../testing/tool-bench'

let bench: ToolBench
beforeEach(() => {
  bench = toolBench()
  gitIn(bench.folder, 'init', '--quiet')
  bench.put('project/.gitignore', 'dist/\n')
  bench.put('project/src/b.ts', 'export const b = 1\nconst café = 2\n')
  bench.put('project/src/a.ts', 'import { b } from "./b"\n\nuse(b)\n')
  bench.put('project/src/ein Ümlaut 🌲.md', 'a note\n')
  bench.put('project/.github/ci.yml', 'on: push\n')
  bench.put('project/dist/out.ts', 'const b = 1\n')
})
afterEach(() => bench.dispose())

const glob = async (input: object) => (await bench.call('glob', input)).text
const grep = async (input: object) => (await bench.call('grep', input)).text

describe('glob', () => {
  it('lists files sorted by path, without what git ignores and without git itself', async () => {
    expect(await glob({ pattern: '*' })).toBe('.github/ci.yml\n.gitignore\nsrc/a.ts\nsrc/b.ts\nsrc/ein Ümlaut 🌲.md')
    expect(await glob({ pattern: '*.ts', include_ignored: true })).toBe('dist/out.ts\nsrc/a.ts\nsrc/b.ts')
  })

  it('searches a folder, and shows paths as the other tools take them', async () => {
    expect(await glob({ pattern: '*.{ts,md}', path: 'src' })).toBe('src/a.ts\nsrc/b.ts\nsrc/ein Ümlaut 🌲.md')
    expect(await glob({ pattern: 'src/a*' })).toBe('src/a.ts')
    expect(await glob({ pattern: '**' })).not.toContain('dist')
    expect(await glob({ pattern: './src/a*' })).toBe('src/a.ts')
  })

  it('says when nothing matches, when a folder is none, and when there is more', async () => {
    expect(await glob({ pattern: '*.rs', path: 'src' })).toBe('No file in src matches *.rs.')
    expect(await glob({ pattern: '*', path: 'src/a.ts' })).toBe('src/a.ts is a file, not a folder.')
    expect(await glob({ pattern: '*', path: 'nowhere' })).toBe('glob: there is no such file or folder.')
    expect(await glob({ pattern: '{a' })).toContain('a brace without its partner')
    for (let n = 0; n < 250; n++) bench.put(`project/many/${n}.txt`, '')
    expect(await glob({ pattern: '*', path: 'many' })).toMatch(/\n\[200 of 250 files shown; narrow the pattern/)
  })
})

describe('grep', () => {
  it('gives path, line and text, sorted by path', async () => {
    expect(await grep({ pattern: '\\bb\\b' })).toBe(
      'src/a.ts:1:import { b } from "./b"\nsrc/a.ts:3:use(b)\nsrc/b.ts:1:export const b = 1',
    )
  })

  it('gives only paths, or counts', async () => {
    expect(await grep({ pattern: '\\bb\\b', output: 'files' })).toBe('src/a.ts\nsrc/b.ts')
    expect(await grep({ pattern: '\\bb\\b', output: 'count' })).toBe('src/a.ts:2\nsrc/b.ts:1')
  })

  it('narrows by path, file and glob', async () => {
    expect(await grep({ pattern: 'b', path: 'src/b.ts' })).toBe('src/b.ts:1:export const b = 1')
    expect(await grep({ pattern: 'n', path: 'src', glob: '*.md' })).toBe('src/ein Ümlaut 🌲.md:1:a note')
    expect(await grep({ pattern: 'b', glob: 'src/**/a*', output: 'count' })).toBe('src/a.ts:2')
    expect(await grep({ pattern: 'b', glob: '**', output: 'files' })).not.toContain('dist')
    expect(await grep({ pattern: 'const b', include_ignored: true, output: 'files' })).toBe('dist/out.ts\nsrc/b.ts')
  })

  it('shows lines around a match, spans lines, and ignores case when asked', async () => {
    expect(await grep({ pattern: 'USE', ignore_case: true, before: 1 })).toBe('src/a.ts-2-\nsrc/a.ts:3:use(b)')
    expect(await grep({ pattern: 'from.*use', multiline: true, output: 'files' })).toBe('src/a.ts')
    expect(await grep({ pattern: 'café' })).toBe('src/b.ts:2:const café = 2')
  })

  it('says when nothing matches, and what is wrong with an expression', async () => {
    expect(await grep({ pattern: 'nowhere at all' })).toBe('Nothing in . matches.')
    const broken = await bench.call('grep', { pattern: 'a(b' })
    expect([broken.isError, broken.text]).toEqual([true, expect.stringContaining('unclosed group')])
  })

  it('takes a pattern that looks like a flag for a pattern', async () => {
    bench.put('project/flags.txt', '--pre=evil\n')
    expect(await grep({ pattern: '--pre=evil' })).toBe('flags.txt:1:--pre=evil')
  })

  it('ends at the limit that was asked for and at what a result holds, and says so', async () => {
    bench.put('project/long.txt', 'match this line\n'.repeat(10_000))
    expect(await grep({ pattern: 'match', limit: 2 })).toBe(
      'long.txt:1:match this line\nlong.txt:2:match this line\n[ended after 2 lines, as asked; there are more]',
    )
    const all = await grep({ pattern: 'match' })
    expect(all.length).toBeLessThan(46_000)
    expect(all).toMatch(/\[there is more than one result can hold/)
  })

  it('shortens a line of 20 MB and says so', async () => {
    bench.put('project/huge.txt', `needle${'x'.repeat(20_000_000)}`)
    const text = await grep({ pattern: 'needle' })
    expect(text.length).toBeLessThan(1000)
    expect(text).toMatch(/^huge\.txt:1:needlex+ \[\.\.\. /)
  })

  it('is well-formed when files are not', async () => {
    bench.put('project/latin.txt', Buffer.from('na\u00efve match', 'latin1'))
    expect(await grep({ pattern: 'match' })).toBe('latin.txt:1:na\ufffdve match')
    bench.put('project/binary', Buffer.from('a\0match'))
    expect(await grep({ pattern: 'match', path: 'binary' })).not.toContain('\0')
  })

  it('takes no configuration of the machine', async () => {
    const config = bench.put('rgrc', '--invert-match\n')
    const other = toolBench({ env: { ...process.env, RIPGREP_CONFIG_PATH: config } })
    other.put('project/x.txt', 'one\ntwo\n')
    expect((await other.call('grep', { pattern: 'one' })).text).toBe('x.txt:1:one')
    await other.dispose()
  })

  it('is ended by an abort, with the reason of the signal', async () => {
    const stop = new AbortController()
    const reason = new Error('stopped by the person')
    const search = bench.call('grep', { pattern: 'b' }, { signal: stop.signal })
    stop.abort(reason)
    await expect(search).rejects.toBe(reason)
  })
})

describe('what rules keep from a search', () => {
  const hidden = (path: string) => path.endsWith('b.ts')

  it('is left out of both searches, and that is said', async () => {
    const note = '[files that a rule of the person keeps from you are left out]'
    expect((await bench.call('glob', { pattern: '*.ts' }, { hidden })).text).toBe(`src/a.ts\n${note}`)
    expect((await bench.call('grep', { pattern: '\\bb\\b', output: 'count' }, { hidden })).text).toBe(
      `src/a.ts:2\n${note}`,
    )
    expect((await bench.call('grep', { pattern: 'café' }, { hidden })).text).toBe(`Nothing in . matches.\n${note}`)
    expect((await bench.call('grep', { pattern: 'use' }, { hidden })).text).toBe('src/a.ts:3:use(b)')
  })
})
