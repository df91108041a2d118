import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ToolBench, toolBench } from '../../../../testing/tool-bench'
import { contentHash } from './content-hash'

let bench: ToolBench
beforeEach(() => {
  bench = toolBench()
})
afterEach(() => bench.dispose())

const read = async (content: string | Uint8Array, input: object = {}) => {
  bench.put('project/file', content)
  return await bench.call('read', { file_path: 'file', ...input })
}
const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n + 1}`).join('\n')

describe('reading text', () => {
  it('numbers the lines, with or without a line end at the end', async () => {
    expect((await read('one\ntwo\n')).text).toBe('1\tone\n2\ttwo')
    expect((await read('one\n\nthree')).text).toBe('1\tone\n2\t\n3\tthree')
    expect((await read('')).text).toBe('[file is empty]')
  })

  it('returns the lines that were asked for and says how to go on', async () => {
    expect((await read(lines(10), { offset: 3, limit: 2 })).text).toBe(
      '3\tline 3\n4\tline 4\n[lines 3–4 of 10; go on with offset 5]',
    )
    expect((await read(lines(3), { offset: 2, limit: 2 })).text).toBe('2\tline 2\n3\tline 3')
    expect(await read(lines(3), { offset: 4 })).toEqual({
      text: 'file has 3 lines; there is no line 4.',
      isError: true,
    })
  })

  it('ends a long file in time, at a line', async () => {
    const { text } = await read(lines(5000))
    expect(text).toMatch(/\n2000\tline 2000\n\[lines 1–2000 of 5,000; go on with offset 2001\]$/)
    const wide = await read(`${'x'.repeat(900)}\n`.repeat(200))
    expect(wide.text.length).toBeLessThan(46_000)
    expect(wide.text).toMatch(/\[lines 1–49 of 200; go on with offset 50\]$/)
  })

  it('cuts a line of 20 MB, in little memory, and reads inside it by bytes', async () => {
    bench.put('project/file', Buffer.alloc(20_000_000, 'é'))
    const before = process.memoryUsage().arrayBuffers
    const { text } = await bench.call('read', { file_path: 'file' })
    expect(text).toBe(
      `1\t${'é'.repeat(2000)}… [line cut: it has 20,000,000 bytes]\n[to read inside line 1 pass from_byte, from 0 on]`,
    )
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8_000_000)
    const inside = await bench.call('read', { file_path: 'file', from_byte: 10_000_001 })
    expect(inside.text).toMatch(/^é+\n\[bytes 10,000,002–10,044,999 of 20,000,000; go on with from_byte 10045000\]$/)
  })

  it('reads by bytes without cutting a character, to the end', async () => {
    const content = 'a👩‍💻ß'.repeat(9000)
    bench.put('project/file', content)
    let from = 0
    let together = ''
    for (;;) {
      const { text } = await bench.call('read', { file_path: 'file', from_byte: from })
      together += text.slice(0, text.lastIndexOf('\n['))
      const next = /from_byte (\d+)\]$/.exec(text)
      if (next === null) break
      from = Number(next[1])
    }
    expect(together).toBe(content)
    const past = { file_path: 'file', from_byte: 10_000_000 }
    expect((await bench.call('read', past)).text).toContain('there is no byte 10,000,000')
  })

  it('is well-formed whatever the bytes: NUL far inside, invalid UTF-8, surrogates', async () => {
    const { text } = await read(
      Buffer.concat([Buffer.from(`${'a'.repeat(9000)}\nx\0y`), Buffer.from([0xff, 0xed, 0xa0, 0x80])]),
    )
    expect(text).toContain('2\tx\u2400y\ufffd')
    expect(text).toContain('not valid UTF-8')
    expect(JSON.parse(JSON.stringify(text))).toBe(text)
    expect(text).not.toMatch(/\p{Surrogate}|\0/u)
  })

  it('shows CRLF and byte order mark as notes, not as text', async () => {
    expect((await read('\ufeffone\r\ntwo\r\n')).text).toBe('1\tone\n2\ttwo\n[line ends are CRLF; edit keeps them]')
  })
})

describe('what is no text', () => {
  it('is named and not dumped', async () => {
    expect((await read(Buffer.from([1, 2, 0, 3]))).text).toBe('file is a binary file (4 bytes), which is not shown.')
    expect((await read(Buffer.from('\ufeffhi', 'utf16le'))).text).toContain('is UTF-16 text')
    bench.put('project/folder/x', '')
    expect((await bench.call('read', { file_path: 'folder' })).text).toBe(
      'folder is a folder. Use glob to see what it holds.',
    )
    expect((await bench.call('read', { file_path: 'none' })).text).toBe('read: there is no such file or folder.')
    expect((await bench.call('read', { file_path: 'file/x' })).text).toBe(
      'read: a part of the path is a file, not a folder.',
    )
  })

  it.skipIf(process.platform === 'win32')('does not wait for a named pipe', async () => {
    execFileSync('mkfifo', [join(bench.folder, 'pipe')])
    expect((await bench.call('read', { file_path: 'pipe' })).text).toBe('pipe is not a regular file.')
    expect((await bench.call('write', { file_path: 'pipe', content: '' })).text).toBe('pipe is not a regular file.')
  })
})

describe('what a thread has read', () => {
  it('is remembered by real path and hash of all of it, also after a partial read', async () => {
    await read(lines(5000), { limit: 1 })
    expect([...bench.reads]).toEqual([[join(bench.folder, 'file'), contentHash(Buffer.from(lines(5000)))]])
    bench.reads.clear()
    await bench.call('read', { file_path: 'file', from_byte: 7 })
    expect([...bench.reads.values()]).toEqual([contentHash(Buffer.from(lines(5000)))])
  })
})

it('gives up when it is aborted, with the reason of the signal', async () => {
  bench.put('project/file', 'x')
  const reason = new Error('stopped by the person')
  await expect(bench.call('read', { file_path: 'file' }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})
