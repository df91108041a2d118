import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ignoresCase } from './ignores-case'

/** A file system on which two spellings are one file (injected: the machines of the tests have none). */
const folding = async (path: string) => ({ dev: 1n, ino: BigInt(path.toLowerCase().length) })

test('a file system that ignores case is known by one folder under two spellings', async () => {
  expect(await ignoresCase('/Users/me/Project', folding)).toBe(true)
  expect(await ignoresCase('/1/2', folding)).toBe(false)
})

test('this one tells them apart, also where both exist', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tine-case-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  if (process.platform === 'linux') expect(await ignoresCase(folder)).toBe(false)
  const two = async (path: string) => ({ dev: 1n, ino: path === '/a/Project' ? 1n : 2n })
  expect(await ignoresCase('/a/Project', two)).toBe(false)
})
