// A phrase is searched and leads to the right turn: of this session, of another one, of a branch that was discarded.
import { call, firstOf, reply, scriptByDirective, scriptByTurn } from '../src/simulator/script/builders'
import { Screens } from './support/screens'
import { expect, test } from './support/story'

const LOST = 'Grammar: try a PEG grammar'
const ANSWER = 'Three ways: <b>tables</b>, a grammar, or the quokka method 解析器.'

const script = firstOf(
  scriptByDirective([
    { match: LOST, script: () => reply('The numbat grammar needs one more build step.') },
    { match: 'Table', script: () => reply('A table is enough.') },
  ]),
  ({ lastUser }) => (lastUser.said.startsWith('More') ? reply(`On ${lastUser.said} nothing new.`) : null),
  scriptByTurn([reply(call('bash', { command: 'echo "wombat $((40 + 2))"' })), reply(ANSWER), reply('Noted.')]),
)

test(
  'search lands on the turn, with its words marked, in other sessions and in what was discarded',
  {
    tag: '@electron',
  },
  async ({ openWindow, repository, model }, info) => {
    test.setTimeout(120_000)
    model.script(script)
    const { page, home, composer, timeline, forkDialog, inspector, search } = await openWindow()
    await home.openFolder(repository.folder)
    await composer.mode('Bypass')
    await composer.send('Which ways are there?')
    await expect(timeline.turn(1)).toContainText('Three ways')
    for (let n = 2; n < 16; n++) {
      await composer.send(`More ${n}`)
      await expect(timeline.turn(n)).toContainText(`On More ${n} nothing new.`)
    }

    await test.step('a branch is made and discarded', async () => {
      await timeline.forkFrom(15)
      await forkDialog.directives.fill(`${LOST}\nTable`)
      await forkDialog.startButton.click()
      for (const directive of [LOST, 'Table']) await expect(timeline.fork(directive)).toContainText('done')
      await timeline.openFork(LOST)
      await inspector.show('Changes')
      await inspector.region.getByRole('button', { name: /Discard/ }).click()
      await expect(timeline.fork(LOST)).toContainText('discarded')
    })

    await test.step('typing finds by the beginnings of words, and says when there is nothing', async () => {
      await search.open()
      await expect(search.field).toBeFocused()
      await expect(search.status).toContainText('All sessions are searched')
      await search.field.fill('zebra')
      await expect(search.status).toHaveText('Nothing was found for “zebra”.')
      await search.field.fill('"((*" 解析')
      await expect(search.hits).toHaveCount(1)
      await search.field.fill('quok')
      await expect(search.hits).toHaveCount(1)
      await expect(search.hits).toContainText(['turn 1 · answer'])
      await expect(search.hits).toContainText([ANSWER])
      await expect(search.hits.locator('mark')).toHaveText('quok')
    })

    await test.step('Enter goes to the turn, far above, and marks the words there', async () => {
      await page.keyboard.press('Enter')
      await expect(search.dialog).toBeHidden()
      await expect(timeline.turn(1)).toBeInViewport()
      await expect(timeline.turn(1)).toBeFocused()
      await expect.poll(() => search.marked()).toEqual(['quok'])
      await expect(page.getByRole('img', { name: /Minimap: .*1 place found/ })).toBeVisible()
    })

    await test.step('what a folded call gave is opened', async () => {
      await search.open()
      await expect(search.field).toHaveValue('quok')
      await search.field.fill('"wombat 42"')
      await expect(search.hits).toContainText(['turn 1 · bash'])
      await new Screens(page, info).look('search-one')
      await search.hits.first().click()
      await expect.poll(() => search.marked()).toEqual(['wombat 42'])
    })

    await test.step('from another session it leads to the discarded branch', async () => {
      await page.keyboard.press('ControlOrMeta+n')
      await page
        .getByRole('button', { name: 'Create' })
        .or(page.getByRole('button', { name: 'Start' }))
        .first()
        .click()
      await expect(timeline.region).toContainText('Nothing has been said yet')
      await search.open()
      await search.field.fill('grammar')
      await expect(search.hits.first()).toContainText('discarded')
      await page.keyboard.press('ArrowDown')
      await expect(search.hits.nth(1)).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('ArrowUp')
      await new Screens(page, info).look('search')
      await page.keyboard.press('Enter')
      await expect(timeline.region.getByRole('heading', { name: 'Grammar', exact: true })).toBeVisible()
      await expect(timeline.turn(1)).toContainText('The numbat grammar')
      await expect(timeline.turn(1)).toBeFocused()
      await expect.poll(async () => (await search.marked()).length).toBeGreaterThan(1)
      await new Screens(page, info).look('search-landed')
    })

    await test.step('Escape closes the search and gives the focus back', async () => {
      await search.open()
      await page.keyboard.press('Escape')
      await expect(search.dialog).toBeHidden()
      await expect(timeline.turn(1)).toBeFocused()
    })
  },
)
