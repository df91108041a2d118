import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createShellParser } from './create-shell-parser'
import { resolveCallPaths } from './resolve-call-paths'

let root: string
let folder: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tine-paths-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  folder = join(root, 'own')
  mkdirSync(join(folder, 'src'), { recursive: true })
  mkdirSync(join(root, 'main', 'src'), { recursive: true })
  mkdirSync(join(root, 'added'))
  writeFileSync(join(folder, 'src', 'a.ts'), '')
})

const options = () => ({ folder, addedFolders: [join(root, 'added')], mapFrom: null, home: join(root, 'home') })

async function places(tool: string, path: string, mapFrom: string | null = null): Promise<string[]> {
  const uses = await resolveCallPaths(tool, { file_path: path, path }, null, { ...options(), mapFrom })
  return uses.map(
    (use) => `${use.real.slice(root.length)} ${use.inside ? 'inside' : 'outside'} ${use.write ? 'write' : 'read'}`,
  )
}

test('paths are resolved from the folder, with its added folders', async () => {
  expect(await places('read', 'src/a.ts')).toEqual(['/own/src/a.ts inside read'])
  expect(await places('write', './src/../new/x.ts')).toEqual(['/own/new/x.ts inside write'])
  expect(await places('edit', join(root, 'added', 'x'))).toEqual(['/added/x inside write'])
  expect(await places('read', '../main/x')).toEqual(['/main/x outside read'])
  expect(await places('read', '~/x')).toEqual(['/home/x outside read'])
  expect(await places('read', join(root, 'ownership'))).toEqual(['/ownership outside read'])
})

test('links are followed, also those that point nowhere yet, and circles lead outside', async () => {
  symlinkSync(join(root, 'main'), join(folder, 'link'))
  symlinkSync(join(root, 'main', 'missing'), join(folder, 'dangling'))
  symlinkSync('../main/later', join(folder, 'relative'))
  symlinkSync('circle', join(folder, 'circle'))
  expect(await places('write', 'link/x')).toEqual(['/main/x outside write'])
  expect(await places('write', 'dangling')).toEqual(['/main/missing outside write'])
  expect(await places('write', 'relative/x')).toEqual(['/main/later/x outside write'])
  expect(await places('write', 'circle/x')).toEqual(['/own/circle/x outside write'])
})

test('going up after a link is both what the system and what a cleaned path makes of it', async () => {
  symlinkSync(join(root, 'main', 'src'), join(folder, 'link'))
  expect(await places('read', 'link/../src/a.ts')).toEqual(['/main/src/a.ts outside read', '/own/src/a.ts inside read'])
})

test('an isolated thread’s inherited paths mean its own folder', async () => {
  const main = join(root, 'main')
  expect(await places('edit', join(main, 'src', 'a.ts'), main)).toEqual(['/own/src/a.ts inside write'])
  expect(await places('edit', join(root, 'mainly'), main)).toEqual(['/mainly outside write'])
})

test('searching without a path searches the folder; a call without a path has none', async () => {
  expect(await resolveCallPaths('grep', { pattern: 'x' }, null, options())).toMatchObject([
    { real: folder, inside: true },
  ])
  expect(await resolveCallPaths('read', {}, null, options())).toEqual([])
  expect(await resolveCallPaths('TodoWrite', { path: '/x' }, null, options())).toEqual([])
})

test('a command’s files are told apart: read, changed, and perhaps changed', async () => {
  const parser = await createShellParser()
  const uses = async (command: string) => {
    const found = await resolveCallPaths('bash', { command }, parser.parse(command), options())
    return found.map((use) => `${use.given} ${use.write ? (use.perhaps ? 'perhaps' : 'changed') : 'read'}`)
  }
  expect(await uses('cat src/a.ts > out')).toEqual(['out changed', 'src/a.ts read'])
  expect(await uses('cp src/a.ts src/b.ts')).toEqual(['src/a.ts changed', 'src/b.ts changed'])
  expect(await uses('node build --out=dist/x src/a.ts word')).toEqual(['dist/x perhaps', 'src/a.ts perhaps'])
  expect(await uses('git add src/a.ts')).toEqual(['add read', 'src/a.ts read'])
  expect(await uses("grep -e x src/*.ts; bash -c 'cat src/a.ts'")).toEqual(['src/*.ts read', 'src/a.ts read'])
})

test('more names than anybody looks through count as outside', async () => {
  const parser = await createShellParser()
  const command = `cat ${'src/a.ts '.repeat(500)}`
  const uses = await resolveCallPaths('bash', { command }, parser.parse(command), options())
  expect(uses.every((use) => !use.inside)).toBe(true)
})
