import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-store'
import { createFileIndex } from './create-file-index'

function project(files: Record<string, string>): string {
  const folder = temporaryFolder()
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

function index() {
  const files = createFileIndex(process.env)
  onTestFinished(() => files.close())
  return files
}

test('files are found by letters of their path; what is ignored and the inside of git are left out', async () => {
  const folder = project({
    '.gitignore': 'dist/\n',
    '.env.example': '',
    '.git/config': '',
    'dist/parser.js': '',
    'src/parser.ts': '',
    'src/größe und maß.ts': '',
  })
  const files = index()
  expect(await files.find({ folder, query: 'parser', limit: 10 })).toEqual({
    paths: ['src/parser.ts'],
    total: 1,
    cut: false,
  })
  expect((await files.find({ folder, query: '', limit: 10 })).paths).toEqual([
    '.gitignore',
    '.env.example',
    'src/parser.ts',
    'src/größe und maß.ts',
  ])
})

test('links lead nowhere, and a folder that is not there has no files', async () => {
  const outside = project({ 'secret.txt': '' })
  const folder = project({ 'inside.txt': '' })
  symlinkSync(outside, join(folder, 'away'))
  const files = index()
  expect((await files.find({ folder, query: '', limit: 10 })).paths).toEqual(['inside.txt'])
  expect(await files.find({ folder: join(folder, 'gone'), query: '', limit: 10 })).toMatchObject({
    paths: [],
    total: 0,
  })
})

test('after it was closed it finds nothing and starts nothing', async () => {
  const folder = project({ 'inside.txt': '' })
  const files = index()
  files.close()
  expect(await files.find({ folder, query: '', limit: 10 })).toMatchObject({ paths: [] })
})
