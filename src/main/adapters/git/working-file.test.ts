import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { putInPlace } from './working-file'

test('whether a file may be replaced is asked last, with its successor ready; what was saved until then stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tine-working-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const at = (name: string) => join(folder, name)
  writeFileSync(at('next'), 'next')
  writeFileSync(at('file'), 'saved meanwhile')
  const refused = await putInPlace(at('next'), at('file'), at('temporary'), async () => {
    expect(readFileSync(at('temporary'), 'utf8')).toBe('next')
    return false
  })
  expect(refused).toBe(false)
  expect(readFileSync(at('file'), 'utf8')).toBe('saved meanwhile')
  expect(existsSync(at('temporary'))).toBe(false)
  expect(await putInPlace(at('next'), at('file'), at('temporary'), async () => true)).toBe(true)
  expect(readFileSync(at('file'), 'utf8')).toBe('next')
})
