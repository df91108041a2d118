// Step 7: a turn is interrupted in the middle of three calls, one of which was stopped before; the conversation goes on.
import { call, reply, scriptByTurn } from '../src/simulator/script/builders'
import { expect, test } from './support/story'
import { createWait } from './support/wait-file'
import { lastUserOf } from './support/wire'

test.describe('interrupting', { tag: '@electron' }, () => {
  test('a turn is interrupted in the middle of three parallel calls, and the next message goes on from there', async ({
    openWindow,
    plainFolder,
    model,
    folder,
  }) => {
    const wait = createWait(folder)
    const slow = (name: string) => call('bash', { command: `echo ${name} begins; ${wait.command}; echo ${name} ends` })
    model.script(scriptByTurn([reply('Three at once.', slow('one'), slow('two'), slow('three')), reply('I go on.')]))
    const { home, composer, timeline } = await openWindow()
    await home.openFolder(plainFolder)
    await composer.mode('Bypass')
    await composer.send('Run three')
    const turn = timeline.turn(1)
    const calls = ['one', 'two', 'three'].map((name) => timeline.call(turn, new RegExp(`^Bash echo ${name}`)))
    for (const each of calls) await expect(each).toContainText('running')
    await turn.getByRole('button', { name: /^Stop Bash echo two/ }).click()
    await expect(turn.getByRole('button', { name: /^Bash echo two/ })).toContainText('stopped')
    await composer.stopButton.click()
    await expect(turn).toContainText('interrupted')
    for (const name of ['one', 'three'])
      await expect(turn.getByRole('button', { name: new RegExp(`^Bash echo ${name}`) })).toContainText('interrupted')

    await composer.send('And now?')
    await expect(timeline.turn(2)).toContainText('I go on.')
    const last = lastUserOf(model.requests.at(-1))
    expect(last.said).toBe('And now?')
    expect(last.toolResults).toMatchObject([
      { isError: true, text: expect.stringContaining('Interrupted by the person') },
      { isError: true, text: expect.stringContaining('stopped by the person') },
      { isError: true, text: expect.stringContaining('Interrupted by the person') },
    ])
    expect(model.requests).toHaveLength(2)
  })

  test('an interrupted answer keeps what was said, and Resume goes on where it stood', async ({
    openWindow,
    plainFolder,
    model,
  }) => {
    model.script(() => reply('One sentence of several that come one after the other.'))
    const hold = model.hold(undefined, { afterEvents: 4 })
    const { home, composer, timeline } = await openWindow()
    await home.openFolder(plainFolder)
    await composer.send('Say something long')
    await hold.arrived
    const turn = timeline.turn(1)
    await expect(turn).toContainText('One sentence')
    await composer.stopButton.click()
    await expect(turn).toContainText('interrupted')
    await expect(turn).toContainText('One sentence')
    hold.release()
    await turn.getByRole('button', { name: 'Resume' }).click()
    await expect(timeline.region).toContainText('that come one after the other.')
  })
})

test('a message sent while a turn runs waits for its end, or steers it', async ({ openWindow, plainFolder, model }) => {
  model.script(
    scriptByTurn([reply(call('glob', { pattern: '*' })), reply('Both were heard.'), reply('The queued one as well.')]),
  )
  const hold = model.hold()
  const { home, composer, timeline } = await openWindow()
  await home.openFolder(plainFolder)
  await composer.send('Begin')
  await hold.arrived
  await composer.send('Later, please')
  await expect(composer.form.getByRole('status')).toHaveText('Queued until this turn ends.')
  await composer.form.getByRole('button', { name: 'Steer' }).click()
  await composer.send('Be quick')
  hold.release()
  await expect(timeline.turn(1)).toContainText('Both were heard.')
  await expect(timeline.turn(2)).toContainText('The queued one as well.')
  expect(lastUserOf(model.requests[1]).said).toBe('Be quick')
  expect(lastUserOf(model.requests[2]).said).toBe('Later, please')
})
