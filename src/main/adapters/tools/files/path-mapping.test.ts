import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ToolBench, type ToolResult, toolBench } from '../../../../testing/tool-bench'

let bench: ToolBench
let main: string
beforeEach(() => {
  bench = toolBench()
  main = join(bench.root, 'main')
  bench.put('main/src/a.txt', 'of main')
  bench.put('project/src/a.txt', 'of the fork')
})
afterEach(() => bench.dispose())

const call = (name: string, input: unknown): Promise<ToolResult> => bench.call(name, input, { mapFrom: main })
const note = (asked: string, own: string) =>
  `[${asked} is in the folder this conversation was forked from; in this thread it means ${own}]`

describe('an inherited path in an isolated thread', () => {
  it("means the same path in the thread's own folder, and the result says so in one line", async () => {
    const asked = join(main, 'src/a.txt')
    const own = join(bench.folder, 'src/a.txt')
    expect((await call('read', { file_path: asked })).text).toBe(`1\tof the fork\n${note(asked, own)}`)
    const edited = await call('edit', { file_path: asked, old_string: 'fork', new_string: 'child' })
    expect(edited.text).toBe(`Edited src/a.txt at line 1.\n${note(asked, own)}`)
    expect(bench.get('main/src/a.txt')).toBe('of main')
    expect(bench.get('project/src/a.txt')).toBe('of the child')
  })

  it('is mapped when it is written, searched, or reached by dots or a link', async () => {
    expect((await call('write', { file_path: join(main, 'new/b.txt'), content: 'b' })).text).toContain('Made new/b.txt')
    expect((await call('grep', { pattern: 'of', path: main })).text).toMatch(/^src\/a\.txt:1:of the fork\n\[/)
    expect((await call('glob', { pattern: '*.txt', path: join(main, 'src') })).text).toMatch(/^src\/a\.txt\n\[/)
    expect((await call('read', { file_path: '../main/src/a.txt' })).text).toContain('of the fork')
    symlinkSync(main, join(bench.root, 'alias'))
    expect((await call('read', { file_path: join(bench.root, 'alias/src/a.txt') })).text).toContain('of the fork')
    expect(() => bench.get('main/new/b.txt')).toThrow('ENOENT')
  })

  it('must be read here before it is changed, whatever the parent has read', async () => {
    const { text, isError } = await call('write', { file_path: join(main, 'src/a.txt'), content: 'x' })
    expect(isError).toBe(true)
    expect(text).toContain('this thread has not read it in its own folder')
  })

  it('does not turn a link back to the parent into something of its own', async () => {
    mkdirSync(join(main, 'modules'))
    bench.put('main/modules/m.txt', 'module')
    symlinkSync(join(main, 'modules'), join(bench.folder, 'modules'))
    const write = { file_path: 'modules/new.txt', content: 'x' }
    expect((await bench.call('write', write, { mapFrom: main, addedFolders: [bench.root] })).isError).toBe(true)
    expect((await call('read', { file_path: 'modules/m.txt' })).text).toContain('is outside the folders of this thread')
  })

  it('leaves paths alone that are no part of it', async () => {
    bench.put('main-two/c.txt', 'other')
    expect((await call('read', { file_path: join(bench.root, 'main-two/c.txt') })).isError).toBe(true)
    expect((await call('read', { file_path: 'src/a.txt' })).text).toBe('1\tof the fork')
  })
  it('below another folder of the checkout means that folder of its own checkout, which has to be allowed', async () => {
    bench.put('checkout/app/a.txt', 'app')
    bench.put('checkout/lib/b.txt', 'of the fork')
    bench.put('main/lib/b.txt', 'of main')
    const own = join(bench.root, 'checkout')
    const places = { folder: join(own, 'app'), mapFrom: main, mapTo: own }
    const asked = { file_path: join(main, 'lib/b.txt') }
    const refused = await bench.call('read', asked, places)
    expect(refused.text).toContain(`${join(own, 'lib/b.txt')} is outside the folders of this thread`)
    const allowed = await bench.call('read', asked, { ...places, allowedPaths: [join(own, 'lib/b.txt')] })
    expect(allowed.text).toContain('of the fork')
    expect((await bench.call('read', { file_path: join(main, 'app/a.txt') }, places)).text).toContain('app')
  })

  it("stays where it is when it names the thread's own checkout inside of the parent's", async () => {
    bench.put('main/.data/own/x.txt', 'own')
    const folder = join(main, '.data/own')
    const read = await bench.call(
      'read',
      { file_path: join(folder, 'x.txt') },
      { folder, mapFrom: main, mapTo: folder },
    )
    expect(read.text).toBe('1\town')
  })
})
