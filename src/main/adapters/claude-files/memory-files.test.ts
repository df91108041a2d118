// Memory files on a real disk: which are read, in which order, and what is left out, with the reason.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-store'
import type { PermissionJudge } from '../../services/ports/permissions'
import { createPermissionJudge } from '../permission/permission-judge'
import { createMemoryFiles } from './memory-files'

let judge: PermissionJudge
beforeAll(async () => {
  judge = await createPermissionJudge({ dataDir: join(tmpdir(), 'no-data-of-tine') })
})

function put(folder: string, path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

/** A repository `repo` with a project `repo/app`, and a home folder; files of the repository by their path in it. */
function scene(files: Record<string, string | Buffer>, own: Record<string, string> = {}) {
  const repo = join(temporaryFolder(), 'repo')
  const home = temporaryFolder()
  mkdirSync(join(repo, '.git'), { recursive: true })
  mkdirSync(join(repo, 'app'))
  for (const [path, text] of Object.entries(files)) put(repo, path, text)
  for (const [path, text] of Object.entries(own)) put(home, path, text)
  const memory = createMemoryFiles(judge, home)
  const read = async (folder = join(repo, 'app')) => {
    const { files: found, problems } = await memory.read(folder)
    return {
      paths: found.map(({ path }) => path.replace(repo, 'REPO')),
      texts: found.map(({ text }) => text),
      problems: problems.map(({ source, reason }) => `${source.replace(repo, 'REPO')}: ${reason}`),
    }
  }
  return { repo, home, memory, read }
}

describe('the memory of a project', () => {
  test('comes from the person first, then from the repository inwards, and the local one last', async () => {
    const { read } = scene(
      {
        'CLAUDE.md': 'Repo.',
        'app/CLAUDE.md': '\ufeffApp.\r\nTwo.\r\n',
        'app/.claude/CLAUDE.md': 'Hidden.',
        'app/AGENTS.md': 'Agents.',
        'app/CLAUDE.local.md': 'Local.',
        'app/src/CLAUDE.md': 'Nested.',
      },
      { '.claude/CLAUDE.md': 'Mine.' },
    )
    const { paths, texts } = await read()
    expect(texts).toEqual(['Mine.', 'Repo.', 'App.\nTwo.', 'Hidden.', 'Agents.', 'Local.'])
    expect(paths).toEqual([
      '~/.claude/CLAUDE.md',
      'REPO/CLAUDE.md',
      'CLAUDE.md',
      '.claude/CLAUDE.md',
      'AGENTS.md',
      'CLAUDE.local.md',
    ])
  })

  test('goes up to the home folder where there is no repository, and nowhere above a folder that is in neither', async () => {
    const { home, memory, repo } = scene({}, { 'CLAUDE.md': 'Home.', 'work/x/CLAUDE.md': 'Work.' })
    mkdirSync(join(home, 'work/x/y'))
    expect((await memory.read(join(home, 'work/x/y'))).files.map(({ text }) => text)).toEqual(['Home.', 'Work.'])
    const lone = join(dirname(repo), 'lone')
    mkdirSync(lone)
    put(dirname(repo), 'CLAUDE.md', 'Foreign.')
    expect((await memory.read(lone)).files).toEqual([])
  })

  test('is told once where it stands under two names, and cut where it is long', async () => {
    const { repo, read } = scene({ 'app/CLAUDE.md': 'Use tabs.' })
    symlinkSync('CLAUDE.md', join(repo, 'app/AGENTS.md'))
    expect((await read()).paths).toEqual(['CLAUDE.md'])
    put(repo, 'app/CLAUDE.md', 'x'.repeat(100_000))
    const { texts, problems } = await read()
    expect(texts[0]).toMatch(/x\n\[cut after 60000 characters\]$/)
    expect(problems).toEqual(['CLAUDE.md: it was cut after 60000 characters'])
  })
})

describe('imports', () => {
  test('are relative to their file, go five files deep, and do not go round in circles', async () => {
    const chain = Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((n) => [`app/docs/${n}.md`, `Number ${n}. @${n + 1}.md @1.md`]),
    )
    const { read } = scene({ 'app/CLAUDE.md': 'See @docs/1.md, and @missing.md.', ...chain })
    const { paths, problems } = await read()
    expect(paths).toEqual(['CLAUDE.md', ...[1, 2, 3, 4, 5].map((n) => `docs/${n}.md`)])
    expect(problems).toEqual(['docs/6.md: imports lead no further than 5 files (imported by docs/5.md)'])
  })

  test('never lead out of the project: not by a path, not by a link, not into the home folder', async () => {
    const { repo, home, read } = scene(
      {
        'secret.txt': 'Secret.',
        'app/CLAUDE.md': '@../secret.txt @/etc/hostname @~/.ssh/id @link.md @dir/secret.txt @good.md',
        'app/good.md': 'Good.',
      },
      { '.ssh/id': 'Key.' },
    )
    symlinkSync(join(home, '.ssh/id'), join(repo, 'app/link.md'))
    symlinkSync(repo, join(repo, 'app/dir'))
    const { texts, problems } = await read()
    expect(texts.slice(1)).toEqual(['Good.'])
    expect(problems).toHaveLength(5)
    expect(problems.join()).not.toContain('Key.')
  })

  test('of a file above the project stay in the repository, and those of the person in the home folder', async () => {
    const { read } = scene(
      { 'CLAUDE.md': '@docs/a.md', 'docs/a.md': 'A.' },
      {
        '.claude/CLAUDE.md': '@rules.md @~/notes.md @/etc/hostname',
        '.claude/rules.md': 'Rules.',
        'notes.md': 'Notes.',
      },
    )
    const { paths, problems } = await read()
    expect(paths).toEqual([
      '~/.claude/CLAUDE.md',
      '~/.claude/rules.md',
      '~/notes.md',
      'REPO/CLAUDE.md',
      'REPO/docs/a.md',
    ])
    expect(problems).toHaveLength(1)
  })

  test('that a rule denies are left out', async () => {
    const deny = JSON.stringify({ permissions: { deny: ['Read(.env)'] } })
    const { read } = scene({ 'app/CLAUDE.md': '@.env', 'app/.env': 'KEY=1', 'app/.claude/settings.json': deny })
    const { texts, problems } = await read()
    expect(texts).toEqual(['@.env'])
    expect(problems).toEqual([expect.stringMatching(/^\.env: it may not be read/)])
  })
})

test('files that are none are listed, and harm nothing', async () => {
  const { repo, read } = scene({
    'app/CLAUDE.md': Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]),
    'app/AGENTS.md': 'x'.repeat(1024 * 1024 + 1),
    'app/CLAUDE.local.md': '  \n',
    'app/my notes 🙂.md': 'Smile.',
    'app/.claude/CLAUDE.md': '@../my\\ notes\\ 🙂.md @../pipe.md @../gone.md @../folder',
    'app/folder/x': '',
  })
  symlinkSync('nowhere', join(repo, 'app/gone.md'))
  const { paths, problems } = await read()
  expect(paths).toEqual(['.claude/CLAUDE.md', 'my notes 🙂.md'])
  expect(problems.map((text) => text.split(':')[0])).toEqual(['CLAUDE.md', 'gone.md', 'AGENTS.md'])
})

test.skipIf(process.getuid?.() === 0)(
  'a file that may not be opened is listed (not as root, who may open all)',
  async () => {
    const { repo, read } = scene({ 'app/CLAUDE.md': 'x' })
    chmodSync(join(repo, 'app/CLAUDE.md'), 0)
    expect((await read()).problems).toHaveLength(1)
  },
)

test('nested ones are found below the project, without what was installed, and read on their own', async () => {
  const { repo, memory } = scene({
    'app/CLAUDE.md': 'Top.',
    'app/src/CLAUDE.md': 'Src. @more.md',
    'app/src/more.md': 'More.',
    'app/src/api/AGENTS.md': 'Api.',
    'app/node_modules/x/CLAUDE.md': 'Foreign.',
  })
  const folder = join(repo, 'app')
  expect(await memory.nestedFolders(folder)).toEqual(['src', 'src/api'])
  const { files } = await memory.within(folder, ['src', 'src/api'])
  expect(files.map(({ path, importedBy }) => [path, importedBy])).toEqual([
    ['src/CLAUDE.md', null],
    ['src/more.md', 'src/CLAUDE.md'],
    ['src/api/AGENTS.md', null],
  ])
})
