// Ten forks stream, and the page that is being read does not move a pixel.
import {
  call,
  firstOf,
  reply,
  replyWith,
  scriptByDirective,
  scriptByTurn,
  text,
} from '../src/simulator/script/builders'
import { ofFork } from '../src/simulator/script/request-predicates'
import { shifts, watchShifts } from './support/shifts'
import { expect, test } from './support/story'

const LONG = Array.from({ length: 8 }, (_, n) => `Paragraph ${n + 1} of an answer that is read slowly.`).join('\n\n')
const WAYS = Array.from({ length: 10 }, (_, n) => `Way ${n + 1}`)

test('ten forks leave the first turn and stream while a later turn is read: nothing moves', async ({
  openWindow,
  plainFolder,
  model,
}) => {
  model.script(
    firstOf(
      scriptByDirective([{ match: 'Way', script: () => reply(text('Some words of a fork that come one by one.')) }]),
      ({ lastUser }) => reply(`${LONG}\n\nEnd of ${lastUser.said}.`),
    ),
  )
  const hold = model.hold(ofFork('Way'), { afterEvents: 4, count: 10 })
  const { home, composer, timeline, forkDialog, outline, page } = await openWindow()
  await home.openFolder(plainFolder)
  for (const [n, words] of ['one', 'two', 'three', 'four'].entries()) {
    await composer.send(words)
    await expect(timeline.turn(n + 1)).toContainText(`End of ${words}.`)
  }
  await page.mouse.move(700, 400)
  await page.mouse.wheel(0, -10_000)
  await timeline.forkFrom(1)
  await forkDialog.directives.fill(WAYS.join('\n'))
  await forkDialog.startButton.click()
  await expect.poll(() => hold.held.length).toBe(8)
  await outline.thread('Main').click()

  await page.mouse.move(700, 400)
  await page.mouse.wheel(0, 10_000)
  await page.mouse.wheel(0, -350)
  const reading = timeline.turn(3).getByText('Paragraph 4 of')
  await expect(reading).toBeVisible()
  const before = await reading.boundingBox()
  await watchShifts(page)
  hold.release()
  await expect(outline.tree.getByText('done')).toHaveCount(10)
  expect(await reading.boundingBox()).toEqual(before)
  expect(await shifts(page)).toEqual([])

  await composer.send('five')
  await expect(outline.thread('Main')).toContainText('5 turns')
  await expect(outline.thread('Main')).toContainText('idle')
  expect(await reading.boundingBox()).toEqual(before)
})

test('ten stubs change in place: nothing in the timeline shifts while their forks stream, call and finish', async ({
  openWindow,
  plainFolder,
  model,
}) => {
  const slowly = replyWith(
    { chunkMs: 25 },
    text('Some words of a fork that come one by one, until there are enough of them.'),
  )
  model.script(
    firstOf(
      scriptByDirective([
        {
          match: 'Way',
          script: scriptByTurn([
            replyWith({ chunkMs: 25 }, text('I look first.'), call('read', { file_path: 'todo.txt' })),
            slowly,
          ]),
        },
      ]),
      ({ lastUser }) => reply(`End of ${lastUser.said}.`),
    ),
  )
  const hold = model.hold(ofFork('Way'), { afterEvents: 2, count: 10 })
  const { home, composer, timeline, forkDialog, inspector, outline, page } = await openWindow()
  await home.openFolder(plainFolder)
  await composer.mode('Bypass')
  await composer.send('one')
  await expect(timeline.turn(1)).toContainText('End of one.')
  await timeline.forkFrom(1)
  await forkDialog.directives.fill(WAYS.join('\n'))
  await forkDialog.startButton.click()
  await expect.poll(() => hold.held.length).toBe(8)
  if (await inspector.region.isVisible()) await inspector.close()
  await outline.thread('Main').click()
  await expect(timeline.forks).toHaveCount(10)
  await watchShifts(page)
  hold.release()
  await expect(outline.tree.getByText('done')).toHaveCount(10)
  expect(await shifts(page)).toEqual([])
})
