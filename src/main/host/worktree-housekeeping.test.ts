// What happens to rescued folders without anybody asking, at the start of the app and every day after.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { reply, text } from '../../simulator/script/builders'
import { say } from '../../testing/conversation'
import { ManualClock } from '../../testing/manual-clock'
import { forkInWorktree, talkInRepository } from '../../testing/repository-talk'

const DAY_MS = 86_400_000

test('a folder that was rescued long enough is archived and goes; one that is kept stays, and so does a younger one', async () => {
  const clock = new ManualClock(Date.UTC(2026, 10, 30))
  const talk = await talkInRepository(() => reply(text('Result: done.')), { config: { clock } })
  const { client } = talk
  await say(client, talk.threadId, 'Hi')
  await client.call('settings.write', { patch: { 'worktree.rescueDays': 2 } })
  const discardOne = async (directive: string, keep: boolean) => {
    const { id, worktree } = await forkInWorktree(talk, directive, 'done')
    writeFileSync(join(worktree.path, 'mine.txt'), 'mine\n')
    if (keep) await client.call('worktree.keep', { threadId: id })
    const { rescuedTo } = await client.call('worktree.discard', { threadId: id, confirm: true })
    return { id, folder: rescuedTo ?? '' }
  }
  const old = await discardOne('old', false)
  const kept = await discardOne('kept', true)
  await clock.advance(DAY_MS)
  const young = await discardOne('young', false)
  expect(existsSync(old.folder)).toBe(true)
  await clock.advance(DAY_MS)
  await vi.waitFor(() => expect(existsSync(old.folder)).toBe(false), { timeout: 15_000 })
  expect([kept, young].map(({ folder }) => existsSync(folder))).toEqual([true, true])
  // What falls due while the app is closed goes at its next start.
  await clock.advance(1)
  const { client: after } = await talk.restart()
  await clock.advance(DAY_MS)
  await vi.waitFor(() => expect(existsSync(young.folder)).toBe(false), { timeout: 15_000 })
  for (const { id } of [old, young])
    expect(await after.call('worktree.restore', { threadId: id })).toMatchObject({ from: 'archive' })
  expect(existsSync(kept.folder)).toBe(true)
})
