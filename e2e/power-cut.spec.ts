// Step 8: kill -9 while two forks stream and one question is open; everything is there at the next start.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../src/simulator/script/builders'
import { ofFork } from '../src/simulator/script/request-predicates'
import { expect, test } from './support/story'
import { lastUserOf, messagesOf } from './support/wire'

const ASKING = 'Ask before you note it'
const STREAMING = ['Tell the first story', 'Tell the second story'] as const

const script = firstOf(
  scriptByDirective([
    {
      match: ASKING,
      script: scriptByTurn([
        reply('I need a permission.', call('bash', { command: 'echo noted >> notes.txt' })),
        reply('Result: noted.'),
      ]),
    },
    { match: 'story', script: () => reply(text('Once upon a time there was a fork, and it came home.')) },
  ]),
  ({ lastUser }) => reply(`Answer to ${lastUser.said}.`),
)

test('after kill -9 everything is there: forks are interrupted and resume, the open question is answered', {
  tag: '@electron',
}, async ({ openWindow, repository, model }) => {
  model.script(script)
  const hold = model.hold(ofFork('story'), { afterEvents: 4, count: 2 })
  const window = await openWindow()
  const { home, composer, timeline } = window
  await home.openFolder(repository.folder)
  await composer.send('Hello')
  await expect(timeline.turn(1)).toContainText('Answer to Hello.')
  for (const directive of [ASKING, ...STREAMING]) await composer.send(`/fork ${directive}`)
  await expect(timeline.fork(ASKING)).toContainText('waiting for approval')
  await expect.poll(() => hold.held.length).toBe(2)
  for (const directive of STREAMING) await expect(timeline.fork(directive)).toContainText('streaming')

  await window.killAndStartAgain()
  hold.release()
  await test.step('Home says what needs the person, and nothing is lost', async () => {
    const row = window.home.group('Needs you').getByRole('listitem').filter({ hasText: 'Hello' })
    await expect(row).toContainText('1 approval')
    await expect(row).toContainText('2 interrupted')
    await window.home.openSession('Hello')
    await expect(window.timeline.turn(1)).toContainText('Answer to Hello.')
    await expect(window.timeline.forks).toHaveCount(3)
    for (const directive of STREAMING) await expect(window.timeline.fork(directive)).toContainText('interrupted')
    await expect(window.timeline.fork(ASKING)).toContainText('waiting for approval')
  })

  await test.step('the question is still open, and its answer runs the call once', async () => {
    await expect(window.approval.place(1, 1)).toBeVisible()
    await expect(window.approval.dialog).toContainText(ASKING)
    await expect(window.approval.dialog).toContainText('echo noted >> notes.txt')
    await window.approval.answer('Allow once')
    await expect(window.timeline.fork(ASKING)).toContainText('done')
    await window.timeline.openFork(ASKING)
    await window.inspector.show('Info')
    expect(readFileSync(join(await window.inspector.textOf('Folder'), 'notes.txt'), 'utf8')).toBe('noted\n')
    await window.inspector.close()
  })

  await test.step('Resume goes on where each stood', async () => {
    for (const directive of STREAMING) {
      const [before] = model.requests.filter(ofFork(directive))
      await window.timeline.fork(directive).getByRole('button', { name: 'Resume' }).click()
      await expect(window.timeline.fork(directive)).toContainText('done')
      await window.timeline.openFork(directive)
      await expect(window.inspector.conversation).toContainText('and it came home.')
      const after = model.requests.findLast(ofFork(directive))
      expect(after).not.toBe(before)
      expect(messagesOf(after).slice(0, messagesOf(before).length)).toEqual(messagesOf(before))
    }
  })

  await test.step('and the main conversation goes on as well', async () => {
    await window.outline.thread('Main').click()
    await window.composer.send('Still there?')
    await expect(window.timeline.turn(2)).toContainText('Answer to Still there?.')
  })
})

test('closing the app in the middle is told as such: forks are interrupted by it, the question stays open', {
  tag: '@electron',
}, async ({ openWindow, repository, model }) => {
  model.script(script)
  const hold = model.hold(ofFork('story'), { afterEvents: 4 })
  const window = await openWindow()
  await window.home.openFolder(repository.folder)
  await window.composer.send('Hello')
  await expect(window.timeline.turn(1)).toContainText('Answer to Hello.')
  for (const directive of [ASKING, STREAMING[0]]) await window.composer.send(`/fork ${directive}`)
  await expect(window.timeline.fork(ASKING)).toContainText('waiting for approval')
  await hold.arrived

  await window.closeAndStartAgain()
  hold.release()
  await window.home.openSession('Hello')
  await expect(window.timeline.fork(STREAMING[0])).toContainText('interrupted')
  await expect(window.timeline.fork(STREAMING[0])).toContainText('the app was closed')
  await expect(window.timeline.fork(ASKING)).toContainText('waiting for approval')
  await window.approval.answer('Deny')
  await expect(window.timeline.fork(ASKING)).toContainText('done')
  expect(lastUserOf(model.requests.at(-1)).toolResults).toMatchObject([
    { isError: true, text: expect.stringContaining('denied') },
  ])
})
