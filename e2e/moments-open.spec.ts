// Moments 1 and 5 from the keyboard alone: opening shows what needs the person, also after the plug was pulled.
import { call, firstOf, gate, reply, scriptByDirective, scriptByTurn, text } from '../src/simulator/script/builders'
import { KeyboardOnly } from './support/keyboard-only'
import { expect, test } from './support/story'

const [ASKS, STREAMS] = ['Ask for a file', 'Look at the sums']

test('after the plug was pulled Home shows what needs me; U, Enter and Tab lead to the answer and to Resume', async ({
  openWindow,
  repository,
  plainFolder,
  model,
}) => {
  test.setTimeout(120_000)
  const rest = Promise.withResolvers<void>()
  model.script(
    firstOf(
      scriptByDirective([
        {
          match: ASKS,
          script: scriptByTurn([reply(call('bash', { command: 'touch asked.txt' })), reply('Result: no.')]),
        },
        { match: STREAMS, script: () => reply(text('Result: looking at ', gate(rest.promise), 'all of them.')) },
      ]),
      ({ lastUser }) => reply(`Answer to ${lastUser.said}.`),
    ),
  )
  const window = await openWindow()

  await test.step('two sessions are begun: one at rest, one with a fork that asks and one that streams', async () => {
    const { timeline } = window
    const keys = await KeyboardOnly.of(window)
    for (const [folder, words] of [
      [plainFolder, 'Quiet notes'],
      [repository.folder, 'Split the calculator'],
    ] as const) {
      await keys.openFolder(folder)
      await keys.say(words)
      await expect(timeline.turn(1)).toContainText(`Answer to ${words}.`)
    }
    for (const directive of [STREAMS, ASKS]) {
      await keys.say(`/fork ${directive}`)
      await expect(timeline.fork(directive)).toBeVisible()
    }
    await expect(timeline.fork(STREAMS)).toContainText('streaming')
    await expect(timeline.fork(ASKS)).toContainText('waiting for approval')
    await keys.expectUnused()
  })

  await window.killAndStartAgain()
  rest.resolve()
  const { home, composer, timeline, approval, page } = window
  const keys = await KeyboardOnly.of(window)
  const [needy, quiet] = [home.session('Split the calculator'), home.session('Quiet notes')]

  await test.step('Home stands on the session that needs me, and says what for', async () => {
    await expect(home.group('Needs you').getByRole('link')).toHaveCount(1)
    await keys.expectFocus(needy)
    await expect(needy).toContainText('approval')
    await keys.press('j')
    await keys.expectFocus(quiet)
    await keys.press('u')
    await keys.expectFocus(needy)
    await keys.walkTo(page.getByRole('button', { name: 'All projects' }))
    await keys.walkTo(needy)
  })

  await test.step('the question is still open, and is answered', async () => {
    await keys.press('Enter')
    await keys.expectFocus(composer.message)
    await keys.press('Escape')
    await keys.expectFocus(approval.dialog)
    await expect(approval.dialog).toContainText('touch asked.txt')
    await approval.armed.waitFor()
    await keys.press('n')
    await expect(approval.dialog).toBeHidden()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  })

  await test.step('U goes to the fork that was interrupted, Tab to its Resume', async () => {
    await keys.walkTo(timeline.reachable)
    await keys.press('u')
    const fork = timeline.fork(STREAMS)
    await expect(fork).toContainText('interrupted by a crash')
    await keys.expectFocus(fork)
    await keys.tabTo(fork.getByRole('button', { name: 'Resume' }))
    await keys.press('Enter')
    await expect(fork).toContainText('done')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  })

  await test.step('back on Home the keyboard stands on the session it came from', async () => {
    await keys.press('ControlOrMeta+k')
    await keys.type('All sessions')
    await keys.press('Enter')
    await keys.expectFocus(needy)
    await keys.expectUnused()
  })
})
