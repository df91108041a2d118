import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-store'
import { claimHolder, readOwner } from './owner-file'

const identity = {
  threadId: 'thr_1',
  path: '/w/repo',
  branch: 'tine/a',
  base: 'b',
  baseTree: null,
  parentFolder: '/p',
  commonDir: '/p/.git',
  nonce: 'n'.repeat(32),
}

test('a claim that a crash cut off is taken up; its half-written draft is nobody’s work', async () => {
  const holder = join(temporaryFolder(), 'thr_1')
  mkdirSync(holder)
  writeFileSync(join(holder, 'owner.json.new'), '')
  await claimHolder(holder, identity)
  expect((await readOwner(holder))?.nonce).toBe(identity.nonce)
  expect(readdirSync(holder)).toEqual(['owner.json'])
})

test('a folder with anything else in it is never taken over', async () => {
  const holder = join(temporaryFolder(), 'thr_1')
  mkdirSync(holder)
  writeFileSync(join(holder, 'notes.txt'), 'mine')
  await expect(claimHolder(holder, identity)).rejects.toMatchObject({ failure: { code: 'conflict' } })
  expect(readdirSync(holder)).toEqual(['notes.txt'])
})
