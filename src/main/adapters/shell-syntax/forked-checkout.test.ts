// A fork's commands that lead into the checkout it was made from are asked about, whatever rules allow.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decide } from '../../../core/permission/decide'
import type { PermissionContext, Verdict } from '../../../core/permission/permission-call'
import { createShellParser, type ShellParser } from './create-shell-parser'
import { ruleOf } from './judge-line.fixture'
import { resolveCallPaths } from './resolve-call-paths'

let root: string
let main: string
let own: string
let parser: ShellParser
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tine-forked-')))
  main = join(root, 'main')
  own = join(root, 'data', 'own')
  for (const folder of [main, own]) {
    mkdirSync(join(folder, 'src'), { recursive: true })
    writeFileSync(join(folder, 'src/a.ts'), '')
  }
  mkdirSync(join(main, '.git'))
  mkdirSync(join(root, 'mainly'))
  symlinkSync(main, join(own, 'link'))
  parser = await createShellParser()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function judge(command: string, changes: Partial<PermissionContext> = {}): Promise<Verdict> {
  const shell = parser.parse(command)
  const places = { folder: own, addedFolders: [], mapFrom: main, mapTo: own, home: join(root, 'home') }
  const paths = await resolveCallPaths('bash', { command }, shell, places)
  const rules = ['session allow Bash', 'session allow Edit(**)'].map(ruleOf)
  return decide(
    {
      tool: 'bash',
      input: { command },
      folder: own,
      addedFolders: [],
      checkout: { from: main, to: own },
      shell,
      paths,
    },
    {
      mode: 'default',
      isolation: 'worktree',
      trusted: true,
      audience: 'person',
      home: places.home,
      dataDir: join(root, 'data'),
      rules,
      ...changes,
    },
  )
}

const LEADING: [string, () => string][] = [
  ['cd', () => `cd ${main} && npm test`],
  ['cd and a way up', () => 'cd ../../main && npm test'],
  ['pushd', () => `pushd ${main}; npm test`],
  ['git -C', () => `git -C ${main} commit -m x`],
  ['git -C by a way up', () => 'git -C ../../main commit -m x'],
  ['--git-dir', () => `git --git-dir=${main}/.git commit -m x`],
  ['--git-dir apart', () => `git --git-dir ${main}/.git commit -m x`],
  ['--work-tree', () => `git --work-tree=${main} checkout .`],
  ['GIT_DIR for one command', () => `GIT_DIR=${main}/.git git commit -m x`],
  ['GIT_DIR by env', () => `env GIT_DIR=${main}/.git git commit -m x`],
  ['GIT_DIR exported', () => `export GIT_DIR=${main}/.git; git commit -m x`],
  ['GIT_WORK_TREE known only when it runs', () => 'GIT_WORK_TREE=$X git checkout .'],
  ['git -C known only when it runs', () => 'git -C "$(git rev-parse --git-common-dir)/.." commit -m x'],
  ['a redirection', () => `echo x > ${main}/src/a.ts`],
  ['a redirection that appends, by a way up', () => 'echo x >> ../../main/src/a.ts'],
  ['a link', () => 'touch link/src/a.ts'],
  ['a copy', () => `cp src/a.ts ${main}/src/a.ts`],
  ['a script', () => `node -e "require('fs').writeFileSync('${main}/src/a.ts', '')"`],
  ['a shell in the shell', () => `bash -c 'cd ${main} && npm test'`],
  ['an option', () => `npm test --prefix=${main}`],
]

describe('a command that leads into the checkout a fork was made from', () => {
  test.each(LEADING)('is asked about: %s', async (_name, command) => {
    const verdict = await judge(command())
    expect(verdict).toMatchObject({ decision: 'ask', offers: { thread: '', session: '', project: '' } })
    expect(verdict.text).toContain('checkout this fork was made from')
  })

  test('is denied where nobody can be asked, and allowed and named in bypass mode', async () => {
    const command = `git -C ${main} commit -m x`
    expect(await judge(command, { audience: 'nobody' })).toMatchObject({ decision: 'deny' })
    const bypassed = await judge(command, { mode: 'bypassPermissions' })
    expect(bypassed).toMatchObject({ decision: 'allow', text: expect.stringContaining(main) })
  })

  test.each<[string, () => string]>([
    ['its own folder', () => `cd ${own}/src && npm test`],
    ['its own repository', () => 'git commit -m x'],
    ['its own repository by name', () => `git -C ${own} commit -m x`],
    ['a folder whose name begins alike', () => `ls ${root}/mainly && touch src/b.ts`],
    ['a dynamic word that is no place', () => 'git commit -m "$MESSAGE"'],
  ])('is not: %s', async (_name, command) => {
    expect((await judge(command())).text).not.toContain('checkout this fork was made from')
  })
})
