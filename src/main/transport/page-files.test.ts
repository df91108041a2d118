import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPageFile } from './page-files'

let parent: string
let folder: string

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'tine-page-'))
  folder = join(parent, 'renderer')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'assets', 'main-1a2b.js'), 'run()')
  writeFileSync(join(folder, '.built'), '')
  writeFileSync(join(parent, 'secret.json'), '{}')
  mkdirSync(join(parent, 'renderer-2'))
  writeFileSync(join(parent, 'renderer-2', 'index.html'), 'other')
})

afterEach(() => rmSync(parent, { recursive: true }))

test('the bare address is the page, never cached, under the policy', async () => {
  const page = await readPageFile(folder, '/')
  expect(page?.body.toString()).toBe('<!doctype html>')
  expect(page?.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  expect(page?.headers['content-security-policy']).toContain("frame-ancestors 'none'")
})

test('an asset with its hash in the name may be kept', async () => {
  const asset = await readPageFile(folder, '/assets/main-1a2b.js')
  expect(asset?.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(asset?.headers['cache-control']).toContain('immutable')
})

test.each([
  '/../secret.json',
  '/%2e%2e/secret.json',
  '/assets/..%2f..%2fsecret.json',
  '/..%5csecret.json',
  '/../renderer-2/index.html',
  '/%',
  '/index.html%00.js',
  '/.built',
  '/missing.js',
  '/assets',
  '/index.html/x.js',
  `/${'a'.repeat(5000)}.js`,
])('%s is not a file of the page', async (pathname) => {
  expect(await readPageFile(folder, pathname)).toBeNull()
})
