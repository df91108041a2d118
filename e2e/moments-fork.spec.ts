// Moments 2 and 3 from the keyboard alone: an old answer is forked three times at a known price, and ten forks move nothing.
import { firstOf, reply, replyWith, scriptByDirective, text } from '../src/simulator/script/builders'
import { ofFork } from '../src/simulator/script/request-predicates'
import { KeyboardOnly } from './support/keyboard-only'
import { shifts, watchShifts } from './support/shifts'
import { expect, test } from './support/story'

const LONG = Array.from({ length: 8 }, (_, n) => `Paragraph ${n + 1} of an answer that is read slowly.`).join('\n\n')
const SAID = ['one', 'two', 'three', 'four', 'five']
const LINES = ['Write it as a table', 'Write it as a grammar', 'Write it as one regular expression']
const WAYS = Array.from({ length: 10 }, (_, n) => `Way ${n + 1}`)

const slowly = replyWith(
  { chunkMs: 15 },
  text('Result: some words of a fork that come one by one, until all are there.'),
)
const script = firstOf(scriptByDirective([{ match: /Way|Write/, script: () => slowly }]), ({ lastUser }) =>
  reply(`${LONG}\n\nEnd of ${lastUser.said}.`),
)

test('F on an old turn, three lines, and three forks run whose price was known before', async ({
  openWindow,
  repository,
  model,
}) => {
  model.script(script)
  const window = await openWindow()
  const { timeline, forkDialog, inspector, page } = window
  const keys = await KeyboardOnly.of(window)
  await keys.openFolder(repository.folder)
  for (const [n, words] of SAID.entries()) {
    await keys.say(words)
    await expect(timeline.turn(n + 1)).toContainText(`End of ${words}.`)
  }

  await test.step('the old turn is walked to, and asked what forks of it would cost', async () => {
    await keys.walkTo(timeline.reachable)
    await keys.press('g')
    await keys.type('2')
    await keys.press('Enter')
    await keys.expectFocus(timeline.turn(2))
    await expect(timeline.turn(2)).toBeInViewport()
    await keys.press('f')
    await keys.expectFocus(forkDialog.directives)
    await expect(forkDialog.dialog).toHaveAccessibleName('Fork from turn 2')
    await keys.type(LINES.join('\n'))
    await expect(forkDialog.forecast).toContainText(/\$\d.*\$\d/)
    await expect(forkDialog.forecast).toContainText('tokens shared')
  })

  await test.step('three forks leave turn 2, and the keyboard is where it was', async () => {
    const hold = model.hold(ofFork('Write'), { afterEvents: 3, count: 3 })
    await keys.press('ControlOrMeta+Enter')
    await expect(forkDialog.dialog).toBeHidden()
    await keys.expectFocus(timeline.turn(2))
    await expect(timeline.group(3, 2)).toBeVisible()
    await hold.arrived
    await expect(timeline.fork(LINES[0] ?? '')).toContainText('streaming')
    hold.release()
    for (const line of LINES) await expect(timeline.fork(line)).toContainText('done')
  })

  await test.step('each is walked to, opened beside, and left again', async () => {
    for (const line of LINES) {
      await keys.press(']')
      await keys.expectFocus(timeline.fork(line))
    }
    await keys.press('Enter')
    await expect(inspector.heading).toHaveText('Write it as one regular expression')
    await keys.expectFocus(timeline.fork(LINES[2] ?? ''))
    await keys.press('Escape')
    await expect(inspector.region).toBeHidden()
    await keys.expectFocus(timeline.fork(LINES[2] ?? ''))
    await keys.press('ArrowLeft')
    await keys.expectFocus(timeline.turn(2))
    await keys.expectUnused()
  })
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('ARTICLE')
})

test('ten forks that were started with the keyboard stream, and the turn that is read does not move a pixel', async ({
  openWindow,
  plainFolder,
  model,
}) => {
  model.script(script)
  const window = await openWindow()
  const { timeline, forkDialog, outline, page } = window
  const keys = await KeyboardOnly.of(window)
  await keys.openFolder(plainFolder)
  for (const [n, words] of SAID.entries()) {
    await keys.say(words)
    await expect(timeline.turn(n + 1)).toContainText(`End of ${words}.`)
  }
  const hold = model.hold(ofFork('Way'), { afterEvents: 3, count: 10 })
  await keys.walkTo(timeline.reachable)
  await keys.press('g')
  await keys.type('1')
  await keys.press('Enter')
  await keys.expectFocus(timeline.turn(1))
  await keys.press('f')
  await keys.expectFocus(forkDialog.directives)
  await keys.type(WAYS.join('\n'))
  await keys.press('ControlOrMeta+Enter')
  await expect(forkDialog.dialog).toBeHidden()
  await expect.poll(() => hold.held.length).toBe(8)

  await keys.press('g')
  await keys.type('4')
  await keys.press('Enter')
  await keys.expectFocus(timeline.turn(4))
  const reading = timeline.turn(4).getByText('Paragraph 4 of')
  await expect(reading).toBeVisible()
  const before = await reading.boundingBox()
  await watchShifts(page)
  hold.release()
  await expect(outline.tree.getByText('done')).toHaveCount(10)
  expect(await reading.boundingBox()).toEqual(before)
  expect(await shifts(page)).toEqual([])
  await keys.expectFocus(timeline.turn(4))
  await keys.expectUnused()
})
