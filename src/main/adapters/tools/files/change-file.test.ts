import { createHash } from 'node:crypto'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ToolBench, toolBench } from '../../../../testing/tool-bench'

let bench: ToolBench
beforeEach(() => {
  bench = toolBench()
})
afterEach(() => bench.dispose())

const file = (name = 'a.txt') => join(bench.folder, name)
const write = (content: string, file_path = 'a.txt') => bench.call('write', { file_path, content })
const readFirst = (file_path = 'a.txt') => bench.call('read', { file_path })
const edit = (old_string: string, new_string: string, more: object = {}) =>
  bench.call('edit', { file_path: 'a.txt', old_string, new_string, ...more })
const leftBehind = () => readdirSync(bench.folder).filter((name) => name.startsWith('.tine-'))

describe('writing a file', () => {
  it('makes a new one, with the folders above it and ordinary permissions', async () => {
    expect((await write('héllo', 'deep/down/a.txt')).text).toBe('Made deep/down/a.txt (6 bytes).')
    expect(bench.get('project/deep/down/a.txt')).toBe('héllo')
    expect(statSync(file('deep/down/a.txt')).mode & 0o777).toBe(0o666 & ~process.umask())
  })

  it('refuses an existing one the thread has not read, and one that changed since', async () => {
    bench.put('project/a.txt', 'old')
    expect((await write('new')).text).toContain('this thread has not read it. Read it with the read tool first.')
    await readFirst()
    bench.put('project/a.txt', 'changed by someone')
    expect((await write('new')).text).toContain('has changed since this thread read it')
    expect(bench.get('project/a.txt')).toBe('changed by someone')
    await readFirst()
    expect((await write('new')).text).toBe('Replaced a.txt (3 bytes).')
  })

  it('counts its own writing as read', async () => {
    await write('one')
    expect((await write('two')).isError).toBe(false)
    expect((await edit('two', 'three')).isError).toBe(false)
    expect((await edit('three', 'four')).isError).toBe(false)
    expect(bench.reads.get(file())).toBe(createHash('sha256').update('four').digest('hex'))
  })

  it('keeps the permissions of what it replaces', async () => {
    bench.put('project/a.txt', '#!/bin/sh')
    chmodSync(file(), 0o755)
    await readFirst()
    await write('#!/bin/bash')
    expect(statSync(file()).mode & 0o777).toBe(0o755)
  })

  it('replaces in one step: who holds the old file open or linked keeps the old content', async () => {
    bench.put('project/a.txt', 'old')
    linkSync(file(), join(bench.root, 'second-name'))
    await readFirst()
    await write('new')
    expect(bench.get('second-name')).toBe('old')
    expect(bench.get('project/a.txt')).toBe('new')
    expect(leftBehind()).toEqual([])
  })

  it('leaves everything as it was when it fails', async () => {
    bench.put('project/blocker', 'a file')
    expect((await write('x', 'blocker/a.txt')).text).toBe('write: a part of the path is a file, not a folder.')
    mkdirSync(file('folder'))
    expect((await write('x', 'folder')).text).toContain('folder is a folder')
    expect((await write('half of \ud83d', 'b.txt')).text).toContain('half of a surrogate pair')
    expect(readdirSync(bench.folder).sort()).toEqual(['blocker', 'folder'])
  })

  it('puts changes of one file in order, and lets only one of two threads win', async () => {
    bench.put('project/a.txt', 'start')
    await readFirst()
    const results = await Promise.all([write('first'), write('second')])
    expect(results.map((result) => result.isError)).toEqual([false, false])
    expect(bench.get('project/a.txt')).toBe('second')
    const known = bench.reads.get(file())
    const context = bench.context({ reads: { get: () => known, set: () => {} } })
    const theirs = bench.box.run('write', { file_path: 'a.txt', content: 'theirs' }, context)
    const [first, second] = await Promise.all([write('ours'), theirs])
    expect(first.isError).not.toBe(second.isError)
    expect(bench.get('project/a.txt')).toBe(first.isError ? 'theirs' : 'ours')
  })

  it('is refused in a read-only thread', async () => {
    bench.put('project/a.txt', 'old')
    await readFirst()
    for (const [tool, input] of [
      ['write', { file_path: 'b.txt', content: 'x' }],
      ['edit', { file_path: 'a.txt', old_string: 'old', new_string: 'new' }],
    ] as const) {
      expect((await bench.call(tool, input, { readOnly: true })).text).toContain('this thread may read and not write')
    }
    expect(readdirSync(bench.folder)).toEqual(['a.txt'])
  })
})

describe('editing a file', () => {
  it('replaces the one place, literally', async () => {
    bench.put('project/a.txt', 'a\nb(1)\nc\n')
    await readFirst()
    expect((await edit('b(1)', '$& $1 `b`')).text).toBe('Edited a.txt at line 2.')
    expect(bench.get('project/a.txt')).toBe('a\n$& $1 `b`\nc\n')
  })

  it('refuses a passage that is not there, with a hint where only white space differs', async () => {
    bench.put('project/a.txt', 'start\n    if (x) {\n      y()\n    }\n')
    await readFirst()
    expect((await edit('nothing', 'x')).text).toBe('old_string does not occur in a.txt. Nothing was changed.')
    expect((await edit('if (x) {\n  y()\n}', 'x')).text).toContain(
      'From line 2 on there is a passage that differs only',
    )
  })

  it('refuses a passage that occurs more than once, and says where, unless all are meant', async () => {
    bench.put('project/a.txt', 'x\ny\nx\nx')
    await readFirst()
    expect((await edit('x', 'z')).text).toContain('occurs 3 times in a.txt (lines 1, 3, 4)')
    expect(bench.get('project/a.txt')).toBe('x\ny\nx\nx')
    expect((await edit('x', 'z', { replace_all: true })).text).toBe(
      'Edited a.txt: 3 replacements, the first at line 1.',
    )
    expect(bench.get('project/a.txt')).toBe('z\ny\nz\nz')
  })

  it('keeps CRLF and byte order mark', async () => {
    bench.put('project/a.txt', '\ufeffone\r\ntwo\r\nthree\r\n')
    await readFirst()
    expect((await edit('one\ntwo', 'one\n1.5\ntwo')).isError).toBe(false)
    expect((await edit('three', 'three\nfour')).isError).toBe(false)
    expect(bench.get('project/a.txt')).toBe('\ufeffone\r\n1.5\r\ntwo\r\nthree\r\nfour\r\n')
  })

  it('keeps mixed line ends as they are around what it changes', async () => {
    bench.put('project/a.txt', 'one\r\ntwo\nthree\r\nfour\n')
    await readFirst()
    await edit('two\nthree', '2\n3')
    await edit('one\n2', '1\n2')
    expect(bench.get('project/a.txt')).toBe('1\r\n2\n3\r\nfour\n')
  })

  it('refuses a file that is not UTF-8 and leaves its bytes alone', async () => {
    const latin = Buffer.from('na\u00efve', 'latin1')
    bench.put('project/a.txt', latin)
    await readFirst()
    expect((await edit('na', 'no')).text).toContain('is not valid UTF-8')
    expect(readFileSync(file()).equals(latin)).toBe(true)
  })

  it('refuses what was not read, what changed since, and what would change nothing', async () => {
    bench.put('project/a.txt', 'old')
    expect((await edit('old', 'new')).text).toContain('this thread has not read it')
    await readFirst()
    writeFileSync(file(), 'old!')
    expect((await edit('old', 'new')).text).toContain('has changed since this thread read it')
    expect((await edit('old', 'old')).text).toContain('are the same')
    expect((await edit('gone', 'x', { file_path: 'none.txt' })).text).toBe('edit: there is no such file or folder.')
  })

  it('applies parallel edits of one file one after another and loses none', async () => {
    bench.put('project/a.txt', '1 2 3 4 5 6 7 8 ')
    await readFirst()
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => edit(`${n} `, `${n}! `)))
    expect(bench.get('project/a.txt')).toBe('1! 2! 3! 4! 5! 6! 7! 8! ')
  })

  it('refuses a file too large to be held', async () => {
    bench.put('project/a.txt', Buffer.alloc(17 * 1024 * 1024, 'x'))
    await readFirst()
    expect((await edit('x', 'y')).text).toContain('edit takes files up to 16,777,216')
  })

  it('does not follow a link that takes the place of a folder', async () => {
    bench.put('project/sub/a.txt', 'old')
    await readFirst('sub/a.txt')
    symlinkSync(bench.root, file('other'))
    expect((await write('x', 'other/escaped.txt')).isError).toBe(true)
  })
})
