// A fork's result comes home: the report as it was edited, chosen turns, the files; the parent's history stays byte for byte.
import { call, firstOf, reply, scriptByDirective, scriptByTurn } from '../src/simulator/script/builders'
import { ofFork } from '../src/simulator/script/request-predicates'
import { Screens } from './support/screens'
import { expect, test } from './support/story'
import { messagesOf } from './support/wire'

const [TABLE, WORDS] = ['Table: one row for each operator', 'Words: only look']

const script = firstOf(
  scriptByDirective([
    {
      match: TABLE,
      script: scriptByTurn([
        reply(call('write', { file_path: 'src/table.js', content: 'export const table = []\n' })),
        reply('**Scope:** the table.\n\n**Result:** all 104 cases hold.'),
      ]),
    },
    { match: WORDS, script: () => reply('There are four callers.') },
  ]),
  ({ lastUser }) => reply(`Answer to ${lastUser.said}.`),
)

test('a fork is brought back with its files, another with words alone, by mouse and by keyboard', async ({
  openWindow,
  repository,
  model,
}, info) => {
  test.setTimeout(120_000)
  model.script(script)
  const { page, home, composer, timeline, forkDialog, homecoming, outline, compare } = await openWindow()
  const screens = new Screens(page, info)
  await home.openFolder(repository.folder)
  await composer.mode('Bypass')
  await composer.send('Which ways are there?')
  await expect(timeline.turn(1)).toContainText('Answer to')
  await timeline.forkFrom(1)
  await forkDialog.directives.fill(`${TABLE}\n${WORDS}`)
  await forkDialog.place('New worktree').check()
  await forkDialog.startButton.click()
  for (const fork of [TABLE, WORDS]) await expect(timeline.fork(fork)).toContainText('done', { timeout: 30_000 })
  const { bringBack } = homecoming
  const report = bringBack.getByRole('textbox', { name: 'Report' })

  await test.step('from the stub: the report is edited, a turn goes along, the files are merged', async () => {
    await timeline.fork(TABLE).getByRole('button', { name: 'Bring back', exact: true }).click()
    await expect(report).toHaveValue(/all 104 cases hold/)
    await report.fill('The table is the way: 104 of 104.')
    await bringBack.getByRole('checkbox', { name: 'Turn 1' }).check()
    await bringBack.getByRole('radio', { name: 'Squash to one commit' }).check()
    await expect(homecoming.check).toHaveText('Applies cleanly: 1 file into main')
    await expect(bringBack).toContainText(/One item for Main with 1 turn, about \d+ tokens; its cache stays/)
    await screens.look('bring-back')
    await bringBack.getByRole('button', { name: 'Bring back', exact: true }).click()
    await expect(bringBack).toBeHidden()
    await expect(homecoming.news).toContainText('Table is brought back. Main has it in turn 1.')
    expect(repository.git('show', 'HEAD:src/table.js')).toContain('table = []')
  })

  await test.step('the parent shows the item, the fork says so, its line comes home', async () => {
    await expect(timeline.turn(1)).toContainText('Brought back from Table')
    await expect(timeline.turn(1)).toContainText('quoted turn 1')
    await expect(timeline.fork(TABLE)).toContainText('brought back')
    await expect(outline.thread('Table')).toContainText('brought back')
    await timeline.turn(1).getByRole('button', { name: 'Show', exact: true }).click()
    await expect(timeline.turn(1)).toContainText('The table is the way: 104 of 104.')
    await screens.look('brought-back')
  })

  await test.step('by the keyboard: B, the report alone, sent with the chord', async () => {
    await timeline.fork(WORDS).focus()
    await page.keyboard.press('b')
    await expect(report).toBeFocused()
    await expect(report).toHaveValue('There are four callers.')
    await expect(bringBack).toContainText('It changed none.')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(bringBack).toBeHidden()
    await expect(timeline.turn(1)).toContainText('Brought back from Words')
  })

  await test.step('the parent reads both with its next message; what it had sent before is sent again unchanged', async () => {
    await composer.message.press('ControlOrMeta+1')
    const before = messagesOf(model.requests.findLast((request) => !ofFork()(request)))
    await composer.send('Go on')
    await expect(timeline.turn(2)).toContainText('Answer to')
    const after = messagesOf(model.requests.at(-1))
    expect(after.slice(0, before.length)).toEqual(before)
    const sent = JSON.stringify(after.slice(before.length))
    expect(sent).toContain('The table is the way: 104 of 104.')
    expect(sent).toContain('There are four callers.')
  })

  await test.step('from the columns of a comparison, too', async () => {
    await timeline.group(2, 1).getByRole('button', { name: 'Compare' }).click()
    await compare.region.getByRole('button', { name: 'Bring back Words' }).click()
    await expect(bringBack).toContainText('brought back before')
    await page.keyboard.press('Escape')
    await compare.region.getByRole('button', { name: 'Merge Table' }).click()
    await expect(homecoming.check).toContainText('Nothing to do')
    await page.keyboard.press('Escape')
    await expect(compare.region.getByRole('button', { name: 'Merge Table' })).toBeFocused()
    await screens.look('compare-home')
  })
})
