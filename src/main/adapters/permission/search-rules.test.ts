// Rules that keep files from being read keep them from searches too, which come upon them without naming them.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-store'
import type { CallToJudge, JudgeContext } from '../../services/ports/permissions'
import { createPermissionJudge } from './permission-judge'

const FILES = { 'src/a.ts': '', 'secrets/key.pem': 'k', 'config/.env': 'e', 'docs/x.md': '' }

function project(deny: string[], files: Record<string, string> = FILES): string {
  const folder = temporaryFolder()
  const settings = JSON.stringify({ permissions: { deny } })
  for (const [name, text] of Object.entries({ ...files, '.claude/settings.json': settings })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

async function judge(
  folder: string,
  tool: string,
  input: object,
  more: Partial<JudgeContext> = {},
  call: Partial<CallToJudge> = {},
  home = temporaryFolder(),
) {
  const judging = await createPermissionJudge({ dataDir: temporaryFolder(), home })
  return judging.judge(
    { tool, input, folder, addedFolders: [], mapFrom: null, ...call },
    {
      mode: 'bypassPermissions',
      isolation: 'none',
      trusted: false,
      rules: [],
      projectFolder: folder,
      audience: 'person',
      preapprovedOnly: false,
      ...more,
    },
  )
}
const line = async (folder: string, command: string, more: Partial<JudgeContext> = {}) =>
  (await judge(folder, 'bash', { command }, more)).decision

describe('a search by a tool', () => {
  it('passes over what a rule denies below the searched folder', async () => {
    const folder = project(['Read(secrets/**)', 'Read(.env)'])
    const { decision, hidden } = await judge(folder, 'grep', { pattern: 'x' })
    expect(decision).toBe('allow')
    const passed = ['src/a.ts', 'secrets/key.pem', 'config/.env'].map((path) => hidden?.(join(folder, path)))
    expect(passed).toEqual([false, true, true])
  })

  it('of what a rule denies is denied', async () => {
    const folder = project(['Read(secrets/**)'])
    expect((await judge(folder, 'glob', { pattern: '*', path: 'secrets' })).decision).toBe('deny')
  })
})

describe('a command that reads whole folders', () => {
  it.each([
    'grep -r k .',
    'grep -rn k',
    'rg k',
    'rg -uu k ./',
    'find . -name "*.pem" -exec cat {} +',
    'ls -R',
    'tar czf /tmp/x.tgz .',
    'cp -r . /tmp/elsewhere',
    'git grep k',
    'cd docs && grep -r k ..',
    'bash -c "grep -r k ."',
    'tree',
    'rg k $WHERE',
    'git show HEAD:secrets/key.pem',
  ])('%s asks where a denied file lies below, in every mode', async (command) => {
    const folder = project(['Read(secrets/**)'])
    expect(await line(folder, command)).toBe('ask')
    expect(await line(folder, command, { audience: 'nobody' })).toBe('deny')
    expect(await line(folder, command, { mode: 'default' })).toBe('ask')
  })

  it.each(['grep -r k src', 'rg k src docs', 'find docs -type f', 'grep k src/a.ts', 'ls', 'git show HEAD:src/a.ts'])(
    '%s runs where none does',
    async (command) => expect(await line(project(['Read(secrets/**)', 'Read(.env)']), command)).toBe('allow'),
  )

  it('is asked about by a rule that may mean any depth only where such a file is', async () => {
    const folder = project(['Read(.env)'])
    expect([await line(folder, 'rg x'), await line(folder, 'rg x config'), await line(folder, 'rg x src')]).toEqual([
      'ask',
      'ask',
      'allow',
    ])
  })

  it('is asked about where more lies below than anybody looks at', async () => {
    const many = Object.fromEntries(Array.from({ length: 20_100 }, (_, n) => [`many/${n}`, '']))
    expect(await line(project(['Read(*.pem)'], many), 'rg x many')).toBe('ask')
  }, 30_000)

  it('does not follow links round and round, and is not fooled by one to the denied place', async () => {
    const folder = project(['Read(secrets/**)'])
    symlinkSync(join(folder, 'src'), join(folder, 'docs/loop'))
    expect(await line(folder, 'rg x docs')).toBe('allow')
    symlinkSync(join(folder, 'secrets'), join(folder, 'docs/way'))
    expect(await line(folder, 'grep -R x docs')).toBe('ask')
    symlinkSync(folder, join(folder, 'src/all'))
    expect([await line(folder, 'grep -R x src'), await line(folder, 'grep -r x src')]).toEqual(['ask', 'allow'])
    expect(await line(folder, 'grep -r x docs/way')).not.toBe('allow')
  })

  it('that may go anywhere, or to the home folder, is asked about', async () => {
    const folder = project(['Read(~/.ssh/**)'])
    const home = temporaryFolder()
    mkdirSync(join(home, '.ssh'))
    const asked = async (command: string) => (await judge(folder, 'bash', { command }, {}, {}, home)).decision
    for (const command of [
      'rg x ~',
      'cd ~ && rg x',
      `rg x ${home}`,
      'cd $X && rg x',
      'find $X -type f',
      'grep -r x /*',
    ])
      expect([command, await asked(command)]).toEqual([command, 'ask'])
    expect(await asked('rg x src')).toBe('allow')
  })
})

describe('a rule that names a place of the project', () => {
  it('means the same place in each of its worktrees', async () => {
    const folder = project([])
    const worktree = project([])
    const named = join(folder, 'secrets')
    writeFileSync(
      join(folder, '.claude/settings.json'),
      JSON.stringify({ permissions: { deny: [`Read(/${named}/**)`] } }),
    )
    const inWorktree = (tool: string, input: object) =>
      judge(worktree, tool, input, { projectFolder: folder }, { mapFrom: folder })
    expect((await inWorktree('read', { file_path: 'secrets/key.pem' })).decision).toBe('deny')
    expect((await inWorktree('read', { file_path: join(folder, 'secrets/key.pem') })).decision).toBe('deny')
    expect((await inWorktree('grep', { pattern: 'k' })).hidden?.(join(worktree, 'secrets/key.pem'))).toBe(true)
    expect((await inWorktree('bash', { command: 'rg k' })).decision).toBe('ask')
    expect((await inWorktree('read', { file_path: 'src/a.ts' })).decision).toBe('allow')
  })
})
