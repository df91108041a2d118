// What a person may pay for, and what it costs: a sibling that need not wait, and a prefix that is kept warm.
import { firstOf, reply, scriptByDirective } from '../src/simulator/script/builders'
import { ofFork } from '../src/simulator/script/request-predicates'
import { Screens } from './support/screens'
import { expect, test } from './support/story'

const LEXER = 'Look at the lexer'
const PARSER = 'Look at the parser'

const script = firstOf(
  scriptByDirective([{ match: /Look at/, script: () => reply('Result: seen.') }]),
  ({ lastUser }) => reply(`Answer to ${lastUser.said.slice(0, 20)}.`),
)

test('a sibling that waits for its leader is started now, at a price that was said', async ({
  openWindow,
  plainFolder,
  model,
}, testInfo) => {
  model.script(script)
  const { page, home, composer, timeline, inspector, forkDialog } = await openWindow()
  await home.openFolder(plainFolder)
  await composer.send(`Read this. ${'There is much to know about it. '.repeat(6)}`)
  await expect(timeline.turn(1)).toContainText('Answer to')
  const leader = model.hold(ofFork(LEXER))
  await timeline.forkFrom(1)
  await forkDialog.directives.fill(`${LEXER}\n${PARSER}`)
  await forkDialog.place('Same folder').check()
  await forkDialog.startButton.click()
  await leader.arrived
  const waiting = timeline.fork(PARSER)
  await expect(waiting).toContainText('warming')
  const startNow = waiting.getByRole('button', { name: /^Start now, costs (<?\$[\d.]+)$/ })
  await expect(startNow).toBeVisible()
  await timeline.openFork(PARSER)
  await expect(inspector.region.getByRole('button', { name: /^Start now, costs/ })).toBeVisible()
  await new Screens(page, testInfo).look('start-now')
  await startNow.click()
  await expect(waiting).toContainText('done')
  await expect(timeline.fork(LEXER)).toContainText('streaming')
  leader.release()
  await expect(timeline.fork(LEXER)).toContainText('done')
})

test('a thread at rest is kept warm for a chosen time at a known price, until the person stops it or the app ends', async ({
  openWindow,
  plainFolder,
  model,
}, testInfo) => {
  model.script(script)
  const window = await openWindow()
  const { page, home, composer, timeline, inspector } = window
  const screens = new Screens(page, testInfo)
  await home.openFolder(plainFolder)
  await composer.send(`Read this. ${'There is much to know about it. '.repeat(6)}`)
  await expect(timeline.turn(1)).toContainText('Answer to')
  await page.getByRole('button', { name: /^Spent/ }).click()
  const warmth = inspector.region.getByRole('region', { name: 'Warmth' })
  await expect(warmth).toContainText('warm until')

  await test.step('each time that is offered has its price', async () => {
    await warmth.getByRole('button', { name: 'Keep warm…' }).click()
    const choice = inspector.keepWarmChoice
    await expect(choice.getByRole('button', { name: /^For 30 min/ })).toContainText(/6 refreshes × <?\$[\d.]+ = <?\$/)
    await screens.look('keep-warm-choice')
    await choice.getByRole('button', { name: /^For 30 min/ }).click()
    await expect(warmth).toContainText(/kept warm until \d\d:\d\d/)
    await screens.look('kept-warm')
  })

  await test.step('it can be stopped, and chosen again', async () => {
    await warmth.getByRole('button', { name: 'Stop keeping warm' }).click()
    await expect(warmth).toContainText('warm until')
    await warmth.getByRole('button', { name: 'Keep warm…' }).click()
    await inspector.keepWarmChoice.getByRole('button', { name: /^For 1 h/ }).click()
    await expect(warmth).toContainText('kept warm until')
  })

  await test.step('an app that was started again keeps nothing warm, and says so until it is read', async () => {
    await window.closeAndStartAgain()
    await window.home.openSession('Read this.')
    await window.page.getByRole('button', { name: /^Spent/ }).click()
    const again = window.inspector.region.getByRole('region', { name: 'Warmth' })
    await expect(again).toContainText('No longer kept warm. Off since the app was started again')
    await new Screens(window.page, testInfo).look('kept-warm-no-longer')
    await again.getByRole('button', { name: 'Understood' }).click()
    await expect(again).not.toContainText('No longer')
  })
  expect(model.requests).toHaveLength(1)
})
