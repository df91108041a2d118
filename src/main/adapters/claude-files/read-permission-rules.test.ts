import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-store'
import { readContained } from './read-contained'
import { readPermissionRules } from './read-permission-rules'

function put(folder: string, path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

test('rules are read with the place they stand at; what cannot be read is listed with its line', async () => {
  const folder = temporaryFolder()
  const home = temporaryFolder()
  put(home, '.claude/settings.json', '{\n  "permissions": {\n    "deny": ["Read(~/.ssh/**)"]\n  }\n}')
  put(
    folder,
    '.claude/settings.json',
    '{\n  "permissions": {\n    "allow": ["Bash(npm test)", "Bash(("],\n    "additionalDirectories": ["../lib", "~/notes"]\n  }\n}',
  )
  put(folder, '.claude/settings.local.json', '{\n  "permissions": {\n    oops\n  }\n}')
  const read = await readPermissionRules(folder, home)
  expect(read.rules.map((rule) => [rule.text, rule.effect, rule.origin, rule.source])).toEqual([
    ['Read(~/.ssh/**)', 'deny', 'home-files', '~/.claude/settings.json, line 3'],
    ['Bash(npm test)', 'allow', 'project-files', '.claude/settings.json, line 3'],
  ])
  expect(read.problems).toEqual([
    { path: '.claude/settings.json', line: 3, reason: 'Bash((: The rule lacks its closing bracket.' },
    { path: '.claude/settings.local.json', line: 3, reason: 'is not JSON' },
  ])
  expect(read.addedFolders).toEqual([
    { path: join(dirname(folder), 'lib'), origin: 'project-files' },
    { path: join(home, 'notes'), origin: 'project-files' },
  ])
})

test('one broken part never takes a restriction with it', async () => {
  const folder = temporaryFolder()
  put(
    folder,
    '.claude/settings.json',
    JSON.stringify({ hooks: [], permissions: { allow: 'Bash', deny: [7, 'Bash(rm:*)', null], ask: ['Frob', 'Edit'] } }),
  )
  const read = await readPermissionRules(folder, temporaryFolder())
  expect(read.rules.map((rule) => `${rule.effect} ${rule.text}`)).toEqual(['ask Edit', 'deny Bash(rm:*)'])
  expect(read.problems.map(({ reason }) => reason).sort()).toEqual([
    'Frob: Tine has no tool named “Frob”.',
    '“allow” is not a list',
    '“deny” holds something that is not a text',
    '“hooks” is not an object',
  ])
})

test('a text that ends too early names its last line; one that is no object its first', async () => {
  const folder = temporaryFolder()
  put(folder, '.claude/settings.json', '{\n "permissions": {\n')
  put(folder, '.claude/settings.local.json', '\ufeff[]')
  const { problems } = await readPermissionRules(folder, temporaryFolder())
  expect(problems).toEqual([
    { path: '.claude/settings.json', line: 2, reason: 'is not JSON' },
    { path: '.claude/settings.local.json', line: 1, reason: 'is not a JSON object' },
  ])
})

test('the same rule in two lists is named at each of its places', async () => {
  const folder = temporaryFolder()
  const text = '{ "permissions": {\n "allow": ["Read"],\n "deny": ["Read"] } }'
  put(folder, '.claude/settings.json', text)
  const { rules } = await readPermissionRules(folder, temporaryFolder())
  expect(rules.map(({ effect, source }) => `${effect} ${source}`)).toEqual([
    'allow .claude/settings.json, line 2',
    'deny .claude/settings.json, line 3',
  ])
})

test('a person’s own settings may lie behind links, a project’s may not lead out of it', async () => {
  const elsewhere = temporaryFolder()
  put(elsewhere, 'settings.json', JSON.stringify({ permissions: { deny: ['Bash'] } }))
  const homes = temporaryFolder()
  mkdirSync(join(homes, 'real', '.claude'), { recursive: true })
  symlinkSync(join(elsewhere, 'settings.json'), join(homes, 'real', '.claude', 'settings.json'))
  symlinkSync('real', join(homes, 'linked'))
  const project = temporaryFolder()
  mkdirSync(join(project, '.claude'))
  symlinkSync(join(elsewhere, 'settings.json'), join(project, '.claude', 'settings.json'))
  const { rules } = await readPermissionRules(project, join(homes, 'linked'))
  expect(rules.map(({ origin }) => origin)).toEqual(['home-files'])
})

test('a file that is no file, or too large, is not read and holds nobody up', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'folder'))
  execFileSync('mkfifo', [join(folder, 'pipe')])
  put(folder, 'large', 'x'.repeat(1024 * 1024 + 1))
  put(folder, 'small', 'x')
  for (const path of ['folder', 'pipe', 'large', 'missing', 'small/x', '..', '.']) {
    expect(await readContained(folder, path)).toBeNull()
  }
  expect(await readContained(folder, 'small')).toBe('x')
})
