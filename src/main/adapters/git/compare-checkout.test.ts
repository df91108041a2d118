import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryRepository, temporaryRepository } from '../../../testing/temporary-repository'
import { compareCheckout } from './compare-checkout'
import { plainGitAt } from './git-at'

let repo: TemporaryRepository
beforeEach(() => {
  repo = temporaryRepository({
    files: { 'a.txt': 'one\n', 'b.txt': 'b\n', 'c.dos': 'c\r\n', '.gitattributes': '*.dos -text\n' },
  })
})
afterEach(() => repo.remove())

const compare = (commit = repo.git('rev-parse', 'HEAD')) => {
  const gitDir = join(repo.folder, '.git')
  return compareCheckout(plainGitAt({ cwd: repo.folder, gitDir, workTree: repo.folder }), commit)
}
const conflict = (files: string[]) => ({ failure: { code: 'conflict', files } })

describe('compareCheckout', () => {
  it('is content with a checkout that equals its commit', async () => {
    expect(await compare()).toEqual([])
  })

  it.each<[string, () => void, string[]]>([
    ['a missing file', () => rmSync(join(repo.folder, 'a.txt')), ['a.txt']],
    ['an extra file', () => repo.write('extra', 'x'), ['extra']],
    ['other content without a rule that explains it', () => repo.write('a.txt', 'two\n'), ['a.txt']],
    ['another index', () => repo.git('rm', '--quiet', '--cached', 'a.txt'), ['a.txt', 'a.txt']],
  ])('names %s', async (_, damage, files) => {
    damage()
    await expect(compare()).rejects.toMatchObject(conflict(files))
  })

  it('refuses another commit than the one asked for', async () => {
    const first = repo.git('rev-parse', 'HEAD')
    repo.commit('second')
    await expect(compare(first)).rejects.toMatchObject({ failure: { code: 'conflict' } })
  })

  it('only remarks on what a line-end rule explains', async () => {
    repo.write('.gitattributes', '*.dos text\n')
    repo.git('commit', '--quiet', '-m', 'rule', '.gitattributes')
    writeFileSync(join(repo.folder, 'c.dos'), 'c\r\n')
    expect(await compare()).toEqual(['Written by a filter or line-end rule so that git sees a change: c.dos'])
  })
  it('tells of files that differ by case alone, where the file system has only one of them', async () => {
    repo.write('A.txt', 'other\n')
    const commit = repo.commit('twins')
    repo.write('a.txt', 'other\n')
    const gitDir = join(repo.folder, '.git')
    const git = plainGitAt({ cwd: repo.folder, gitDir, workTree: repo.folder })
    const folds = compareCheckout(git, commit, async () => true)
    expect(await folds).toEqual(['One file on this file system, which ignores case: A.txt and a.txt'])
    await expect(compareCheckout(git, commit)).rejects.toMatchObject(conflict(['a.txt']))
    repo.write('b.txt', 'changed\n')
    await expect(compareCheckout(git, commit, async () => true)).rejects.toMatchObject({
      failure: { code: 'conflict' },
    })
  })
})
