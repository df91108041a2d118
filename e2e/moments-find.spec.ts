// Moments 6, 7 and 9 from the keyboard alone: two forks are compared, a red mark says which turn broke the cache, and a phrase
// leads into a discarded branch.
import { call, firstOf, reply, scriptByDirective, scriptByTurn } from '../src/simulator/script/builders'
import { KeyboardOnly } from './support/keyboard-only'
import { expect, test } from './support/story'

const [TABLE, GRAMMAR] = ['Table: one row for each operator', 'Grammar: the numbat way']

const script = firstOf(
  scriptByDirective([
    {
      match: TABLE,
      script: scriptByTurn([reply(call('read', { file_path: 'todo.txt' })), reply('**Result:** a table is enough.')]),
    },
    { match: GRAMMAR, script: () => reply('**Result:** the numbat grammar needs one more build step.') },
  ]),
  ({ lastUser }) => reply(`Answer to ${lastUser.said.slice(0, 12)}.`),
)

test('C on two forks and the columns of A and B; Escape leads back to the row', async ({
  openWindow,
  plainFolder,
  model,
}) => {
  model.script(script)
  const window = await openWindow()
  const { timeline, forkDialog, compare } = window
  const keys = await KeyboardOnly.of(window)
  await keys.openFolder(plainFolder)
  await keys.say('Which ways?')
  await expect(timeline.turn(1)).toContainText('Answer to')
  await keys.walkTo(timeline.reachable)
  await keys.press('f')
  await keys.expectFocus(forkDialog.directives)
  await keys.type(`${TABLE}\n${GRAMMAR}`)
  await keys.press('ControlOrMeta+Enter')
  for (const directive of [TABLE, GRAMMAR]) await expect(timeline.fork(directive)).toContainText('done')

  await keys.expectFocus(timeline.turn(1))
  await keys.press(']', 'c')
  await expect(timeline.fork(TABLE)).toContainText('marked to compare')
  await keys.press(']', 'c')
  await keys.walkTo(compare.bar.getByRole('button', { name: 'Compare 2' }))
  await keys.press('Enter')
  await keys.expectFocus(compare.region.getByRole('heading', { name: 'Compare 2 threads from turn 1' }))
  await expect(compare.cell('Report', 1)).toContainText('a table is enough')
  await expect(compare.cell('Report', 2)).toContainText('the numbat grammar')
  await keys.tabTo(compare.region.getByRole('button', { name: 'Open Grammar' }))
  await keys.press('Escape')
  await keys.expectFocus(timeline.fork(TABLE))
  await keys.expectUnused()
})

test('a red mark says which turn broke the cache, why and for how much; Tab and Enter lead to its bytes', async ({
  openWindow,
  plainFolder,
  model,
}) => {
  model.script(script)
  const window = await openWindow()
  const { timeline, inspector, page } = window
  const keys = await KeyboardOnly.of(window)
  await keys.openFolder(plainFolder)
  for (const n of [1, 2, 3, 4]) {
    // The provider lets go of what it kept, and nobody was told.
    if (n === 3) model.clock.advance(6 * 60_000)
    await keys.say(`Question ${n}`)
    await expect(timeline.turn(n)).toContainText('Answer to')
  }
  const marks = timeline.region.getByRole('button', { name: /^Cache miss: / })
  await expect(marks).toHaveCount(1)
  const mark = timeline.turn(3).getByRole('button', { name: /^Cache miss: / })
  await expect(mark).toContainText(/Cache miss: [a-z ,]+, \$[\d.]+ more than forecast/)

  await keys.walkTo(timeline.reachable)
  await keys.press('k')
  await keys.expectFocus(timeline.turn(3))
  await keys.tabTo(mark)
  await keys.press('Enter')
  await expect(inspector.region.getByRole('tab', { name: 'Wire' })).toHaveAttribute('aria-selected', 'true')
  await expect(inspector.region).toContainText('Cache miss')
  await keys.walkTo(inspector.region.getByRole('tab', { name: 'Wire' }))
  await keys.press('Escape')
  await expect(inspector.region).toBeHidden()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await keys.expectUnused()
})

test('a phrase is searched from Home and leads to its turn in a branch that was discarded', async ({
  openWindow,
  repository,
  model,
}) => {
  model.script(script)
  const window = await openWindow()
  const { home, timeline, forkDialog, inspector, search } = window
  const keys = await KeyboardOnly.of(window)
  await keys.openFolder(repository.folder)
  await keys.say('Which ways?')
  await expect(timeline.turn(1)).toContainText('Answer to')

  await test.step('a branch is made, opened and discarded', async () => {
    await keys.walkTo(timeline.reachable)
    await keys.press('f')
    await keys.expectFocus(forkDialog.directives)
    await keys.type(GRAMMAR)
    await keys.press('ControlOrMeta+Enter')
    await expect(timeline.fork(GRAMMAR)).toContainText('done')
    await keys.press(']', 'Enter', 'd')
    await keys.tabTo(inspector.region.getByRole('button', { name: /^Discard/ }))
    await keys.press('Enter')
    await expect(timeline.fork(GRAMMAR)).toContainText('discarded')
  })

  await test.step('from Home, the phrase and Enter', async () => {
    await keys.press('ControlOrMeta+k')
    await keys.type('All sessions')
    await keys.press('Enter')
    await keys.expectFocus(home.session('Which ways?'))
    await search.open()
    await keys.expectFocus(search.field)
    await keys.type('"numbat grammar"')
    await expect(search.hits.first()).toContainText('discarded')
    await keys.press('Enter')
    await expect(search.dialog).toBeHidden()
    await expect(timeline.region.getByRole('heading', { level: 2 })).toContainText('Grammar')
    await keys.expectFocus(timeline.turn(1))
    await expect.poll(async () => (await search.marked()).length).toBeGreaterThan(0)
  })

  await test.step('and back to where it left the trunk', async () => {
    await keys.press('ArrowLeft')
    await keys.expectFocus(timeline.fork(GRAMMAR))
    await keys.expectUnused()
  })
})
