import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ToolBench, toolBench } from '../../../../testing/tool-bench'

let bench: ToolBench
beforeEach(() => {
  bench = toolBench()
  bench.put('secret.txt', 'secret')
  bench.put('project/a.txt', 'inside')
})
afterEach(() => bench.dispose())

const SEARCHES = ['glob', 'grep'] as const

describe('confinement to the places of a thread', () => {
  it('takes relative and absolute paths inside', async () => {
    expect((await bench.call('read', { file_path: 'a.txt' })).text).toBe('1\tinside')
    expect((await bench.call('read', { file_path: join(bench.folder, 'a.txt') })).text).toBe('1\tinside')
    expect((await bench.call('read', { file_path: 'x/../a.txt' })).text).toBe('1\tinside')
  })

  it('refuses paths that lead outside, and names where they lead', async () => {
    for (const file_path of ['../secret.txt', join(bench.root, 'secret.txt'), 'x/../../secret.txt', '/etc/passwd']) {
      const { text, isError } = await bench.call('read', { file_path })
      expect([isError, text]).toEqual([true, expect.stringContaining('is outside the folders of this thread')])
      expect(text).not.toMatch(/root:|secret$/)
    }
  })

  it('refuses a folder whose name merely begins like its own', async () => {
    bench.put('project-two/b.txt', 'sibling')
    expect((await bench.call('read', { file_path: '../project-two/b.txt' })).isError).toBe(true)
  })

  it('refuses a link that leads outside: to a file, to a folder, dangling, and through a chain', async () => {
    symlinkSync(join(bench.root, 'secret.txt'), join(bench.folder, 'file-link'))
    symlinkSync(bench.root, join(bench.folder, 'folder-link'))
    symlinkSync(join(bench.root, 'new.txt'), join(bench.folder, 'dangling'))
    symlinkSync('folder-link', join(bench.folder, 'chain'))
    expect((await bench.call('read', { file_path: 'file-link' })).isError).toBe(true)
    expect((await bench.call('read', { file_path: 'folder-link/secret.txt' })).isError).toBe(true)
    expect((await bench.call('read', { file_path: 'chain/secret.txt' })).isError).toBe(true)
    for (const file_path of ['dangling', 'folder-link/new.txt', 'chain/sub/new.txt']) {
      const { text } = await bench.call('write', { file_path, content: 'escaped' })
      expect(text).toContain('is outside the folders of this thread')
    }
    expect(() => bench.get('new.txt')).toThrow('ENOENT')
  })

  it('follows a link that stays inside, and leaves it a link', async () => {
    symlinkSync('a.txt', join(bench.folder, 'link'))
    await bench.call('read', { file_path: 'link' })
    expect((await bench.call('write', { file_path: 'link', content: 'new' })).text).toBe('Replaced a.txt (3 bytes).')
    expect(bench.get('project/a.txt')).toBe('new')
    expect((await bench.call('read', { file_path: 'link' })).text).toBe('1\tnew')
  })

  it('says what is wrong with a loop of links', async () => {
    symlinkSync('loop', join(bench.folder, 'loop'))
    expect((await bench.call('read', { file_path: 'loop' })).text).toContain('too many levels of symbolic links')
  })

  it('goes where the person said: into added folders, and for one call to one path', async () => {
    const added = join(bench.root, 'added')
    bench.put('added/b.txt', 'added')
    expect((await bench.call('read', { file_path: join(added, 'b.txt') }, { addedFolders: [added] })).isError).toBe(
      false,
    )
    const secret = join(bench.root, 'secret.txt')
    expect((await bench.call('read', { file_path: secret }, { allowedPaths: [secret] })).text).toBe('1\tsecret')
    expect((await bench.call('read', { file_path: `${secret}x` }, { allowedPaths: [secret] })).isError).toBe(true)
    expect((await bench.call('read', { file_path: '/etc/hostname' }, { allowedPaths: ['/'] })).isError).toBe(false)
  })

  it('reads saved outputs and does not write them', async () => {
    const output = bench.put('outputs/job_1.txt', 'long')
    expect((await bench.call('read', { file_path: output })).text).toBe('1\tlong')
    expect((await bench.call('write', { file_path: output, content: '' })).text).toContain('not written')
    expect((await bench.call('write', { file_path: join(bench.outputsDir, 'x'), content: '' })).isError).toBe(true)
  })

  it('takes the case of a name as the file system takes it', async () => {
    const { isError } = await bench.call('read', { file_path: join(bench.root, 'PROJECT', 'a.txt') })
    expect(isError).toBe(process.platform === 'linux')
  })

  it.each(SEARCHES)('holds for %s as well, and a link is not searched through', async (tool) => {
    mkdirSync(join(bench.folder, 'sub'))
    symlinkSync(bench.root, join(bench.folder, 'folder-link'))
    symlinkSync(join(bench.root, 'secret.txt'), join(bench.folder, 'file-link'))
    const pattern = tool === 'glob' ? '*.txt' : 'secret|inside'
    for (const path of ['..', bench.root, 'folder-link', 'sub/../../outputs/..']) {
      expect((await bench.call(tool, { pattern, path })).text).toContain('is outside the folders of this thread')
    }
    const { text } = await bench.call(tool, { pattern })
    expect(text).toMatch(/^a\.txt/)
    expect(text).not.toContain('secret')
  })

  it('refuses a glob that leads out by itself', async () => {
    for (const pattern of ['../*.txt', '/etc/*', 'a/../../*', '{..,a}/*', '~/x', '!a.txt']) {
      expect((await bench.call('glob', { pattern })).isError).toBe(true)
      expect((await bench.call('grep', { pattern: 'x', glob: pattern })).isError).toBe(true)
    }
  })

  it('takes a tilde for the home folder, which is outside like any other', async () => {
    const { text } = await bench.call('write', { file_path: '~/tine-test', content: '' })
    expect(text).toContain(`${join(realpathSync(homedir()), 'tine-test')} is outside the folders of this thread`)
  })

  it('knows the folder of outputs also when its path goes through a link', async () => {
    const output = bench.put('outputs/job_1.txt', 'long')
    symlinkSync(bench.root, join(bench.root, 'alias'))
    const outputsDir = join(bench.root, 'alias', 'outputs')
    expect((await bench.call('read', { file_path: join(outputsDir, 'job_1.txt') }, { outputsDir })).isError).toBe(false)
    expect((await bench.call('read', { file_path: output }, { outputsDir })).isError).toBe(false)
  })
})
