// What a fork does to the main checkout beside its command: through jobs, in the moment it is stopped, among siblings.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ToolItem } from '../../shared/domain/turn'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../../simulator/script/builders'
import type { Script } from '../../simulator/script/script'
import { itemsOf, say } from '../../testing/conversation'
import { forkInWorktree, type RepositoryTalk, talkInRepository } from '../../testing/repository-talk'
import { expectWireHolds } from '../../testing/wire-checks'

const bash = (command: string, more: Record<string, unknown> = {}) => call('bash', { command, ...more })

/** Waits in the shell until a file is there. */
const until = (file: string) => `until [ -e ${file} ]; do sleep 0.02; done`

async function talkWith(...forks: { match: RegExp | string; script: Script }[]): Promise<RepositoryTalk> {
  const talk = await talkInRepository(firstOf(scriptByDirective(forks), () => reply(text('Yes.'))))
  await say(talk.client, talk.threadId, 'Hi')
  return talk
}

const noticesOf = async ({ client }: RepositoryTalk, id: string) =>
  (await itemsOf(client, id)).flatMap((item) => (item.kind === 'notice' ? [[item.level, item.text]] : []))

const callsOf = async ({ client }: RepositoryTalk, id: string) =>
  (await itemsOf(client, id)).filter((item): item is ToolItem => item.kind === 'tool')

test('a background job that writes into the main checkout is noticed at the next command, and its fork stopped', async () => {
  const place = { main: '' }
  const script = scriptByTurn([
    () => reply(bash(`cd ${place.main}; echo broken > a.txt; touch done; sleep 300`, { run_in_background: true })),
    () => reply(bash(until(`${place.main}/done`))),
    reply(text('Never said.')),
  ])
  const talk = await talkWith({ match: /./, script })
  place.main = talk.folder
  const { id } = await forkInWorktree(talk, 'sneak', 'stopped')
  expect(await noticesOf(talk, id)).toEqual([['error', expect.stringContaining('a.txt')]])
})

test('a job that does so after the last command is noticed when it is ended, before the fork counts as done', async () => {
  const place = { main: '' }
  const script = scriptByTurn([
    () =>
      reply(
        bash(`cd ${place.main}; ${until('go')}; echo broken > a.txt; touch ready; sleep 300`, {
          run_in_background: true,
        }),
      ),
    async () => {
      writeFileSync(join(place.main, 'go'), '')
      await expect.poll(() => existsSync(join(place.main, 'ready'))).toBe(true)
      return reply(text('Result: all is well.'))
    },
  ])
  const talk = await talkWith({ match: /./, script })
  place.main = talk.folder
  const { id } = await forkInWorktree(talk, 'sneak', 'stopped')
  expect(await noticesOf(talk, id)).toEqual([['error', expect.stringContaining('a.txt')]])
  expect(talk.log.filter((line) => line.includes('"error"'))).toEqual([])
})

test('what a command did before the person stopped it is told', async () => {
  const place = { main: '' }
  const script = scriptByTurn([
    () => reply(bash(`git -C ${place.main} commit -q --allow-empty -m sneaked; echo committed; sleep 300`)),
    reply(text('Well.')),
  ])
  const talk = await talkWith({ match: /./, script })
  place.main = talk.folder
  const { id } = await forkInWorktree(talk, 'sneak')
  await talk.client.until(
    () => talk.client.events.some((event) => event.type === 'item.delta' && event.channel === 'output'),
    'the commit',
  )
  await talk.client.call('turn.interrupt', { threadId: id })
  await talk.client.until(
    () => talk.client.stored().some((event) => event.type === 'item.added' && event.item.kind === 'notice'),
    'the notice',
  )
  expect(await noticesOf(talk, id)).toEqual([['error', expect.stringContaining('HEAD moved')]])
  expect(talk.client.thread(id)?.state).toBe('interrupted')
})

test('of two forks at work at once only the one that did it is stopped; the other hears of it and goes on', async () => {
  const place = { beside: '' }
  const talk = await talkWith(
    {
      match: 'sneak',
      script: scriptByTurn([
        () => reply(bash(`${until(`${place.beside}/busy`)}; git branch sneaked`)),
        reply(text('Never said.')),
      ]),
    },
    {
      match: 'work',
      script: scriptByTurn([
        () => reply(bash(`touch ${place.beside}/busy; ${until(`${place.beside}/free`)}; echo worked > b.txt`)),
        reply(text('Result: worked.')),
      ]),
    },
  )
  place.beside = talk.repository.beside
  await talk.client.call('settings.write', { patch: { 'fork.gate': 'off' } })
  const guilty = await forkInWorktree(talk, 'sneak')
  const innocent = await forkInWorktree(talk, 'work')
  await talk.client.state(guilty.id, 'stopped')
  writeFileSync(join(place.beside, 'free'), '')
  await talk.client.state(innocent.id, 'done')
  expect(await noticesOf(talk, guilty.id)).toEqual([['error', expect.stringContaining('refs/heads/sneaked')]])
  expect(await noticesOf(talk, innocent.id)).toEqual([['warning', expect.stringContaining('refs/heads/sneaked')]])
  expect(await callsOf(talk, innocent.id)).toMatchObject([
    { output: expect.stringContaining('changed while this ran') },
  ])
  await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
})

test('a person who works in the main checkout meanwhile stops nobody', async () => {
  const place = { main: '', beside: '' }
  const script = scriptByTurn([
    () => reply(bash(`touch ${place.beside}/busy; ${until(`${place.beside}/free`)}`)),
    reply(text('Result: worked.')),
  ])
  const talk = await talkWith({ match: /./, script })
  Object.assign(place, { main: talk.folder, beside: talk.repository.beside })
  const { id } = await forkInWorktree(talk, 'work')
  await expect.poll(() => existsSync(join(place.beside, 'busy'))).toBe(true)
  writeFileSync(join(place.main, 'a.txt'), 'edited by the person\n')
  writeFileSync(join(place.beside, 'free'), '')
  await talk.client.state(id, 'done')
  expect(await noticesOf(talk, id)).toEqual([])
  expect(await callsOf(talk, id)).toMatchObject([{ state: 'done', output: expect.stringContaining('a.txt') }])
})
