import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEditor, editorArguments } from './start-editor'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tine-editor-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the places are filled in, as whole arguments or inside of them; nothing is split or expanded', () => {
  const command = ['code', '--goto', '{file}:1', '{folder}']
  expect(editorArguments({ command, folder: '/w t', file: '/w t/a $x;b.ts' })).toEqual([
    'code',
    '--goto',
    '/w t/a $x;b.ts:1',
    '/w t',
  ])
  expect(editorArguments({ command, folder: '/w', file: null })).toEqual(['code', '--goto', '/w:1', '/w'])
})

test('a command that names no place gets what is opened at its end', () => {
  expect(editorArguments({ command: ['vi'], folder: '/w', file: '/w/a' })).toEqual(['vi', '/w/a'])
  expect(editorArguments({ command: ['vi'], folder: '/w', file: null })).toEqual(['vi', '/w'])
})

test('the program runs in the folder, with a clean environment, and is not waited for', async () => {
  const out = join(folder, 'out.txt')
  const script = join(folder, 'editor.mjs')
  writeFileSync(
    script,
    `import { renameSync, writeFileSync } from 'node:fs'
const facts = { args: process.argv.slice(2), cwd: process.cwd(), key: process.env.ANTHROPIC_API_KEY, other: process.env.OTHER }
writeFileSync(${JSON.stringify(`${out}.new`)}, JSON.stringify(facts))
renameSync(${JSON.stringify(`${out}.new`)}, ${JSON.stringify(out)})
`,
  )
  chmodSync(script, 0o755)
  const env = { ...process.env, ANTHROPIC_API_KEY: 'sk-secret', OTHER: 'kept' }
  const written = new Promise<void>((resolve) => {
    const watcher = watch(folder, (_, name) => {
      if (name !== 'out.txt') return
      watcher.close()
      resolve()
    })
  })
  const command = [process.execPath, script, '{file}']
  await createEditor(env).open({ command, folder, file: join(folder, 'a "b" $(c).txt') })
  await written
  expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual({
    args: [join(folder, 'a "b" $(c).txt')],
    cwd: folder,
    other: 'kept',
  })
})

test('a program that is not there is told, with where to change it', async () => {
  const open = createEditor(process.env).open({ command: [join(folder, 'none')], folder, file: null })
  await expect(open).rejects.toMatchObject({ failure: { code: 'invalid_input', path: 'editor.command' } })
})
