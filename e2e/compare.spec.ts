// Siblings are compared from their common turn: report, tests, files, cost, time; and the diffs of a file side by side.
import { call, firstOf, reply, scriptByDirective, scriptByTurn } from '../src/simulator/script/builders'
import { Screens } from './support/screens'
import { expect, test } from './support/story'

const WAYS = [
  'Table: one row for each operator',
  'Grammar: write it as a grammar',
  'Regex: named groups',
  'Climb: precedence climbing',
]
const [TABLE = '', GRAMMAR = '', REGEX = ''] = WAYS

const look = call('read', { file_path: 'src/sum.js' })
const edit = (to: string) => call('edit', { file_path: 'src/sum.js', old_string: 'a + b', new_string: to })
const write = (file: string, content: string) => call('write', { file_path: file, content })
/** Prints what a runner prints, without one. */
const runTests = (passed: number, failed: number) =>
  call('bash', {
    command: `node --test 2>/dev/null; echo "# pass ${passed}"; echo "# fail ${failed}"; [ ${failed} = 0 ]`,
  })

const script = firstOf(
  scriptByDirective([
    {
      match: TABLE,
      script: scriptByTurn([
        reply(look),
        reply(edit('b + a // table'), write('src/table.js', 'export const table = []\n')),
        reply(runTests(101, 3)),
        reply(runTests(104, 0)),
        reply('**Scope:** a table.\n\n**Result:** all 104 cases hold. `sum()` is unchanged.'),
      ]),
    },
    {
      match: GRAMMAR,
      script: scriptByTurn([
        reply(look),
        reply(edit('a + b + 0'), write('src/grammar.peg', 'sum = a "+" b\n')),
        reply(runTests(96, 8)),
        reply('**Result:** 8 cases fail; nested templates cannot be told apart.'),
      ]),
    },
    { match: REGEX, script: () => reply('**Result:** not advised; nothing was changed.') },
    { match: 'Climb', script: scriptByTurn([reply(write('src/climb.js', 'export {}\n')), reply('Done.')]) },
  ]),
  ({ lastUser }) => reply(`Answer to ${lastUser.said}.`),
)

test('siblings are marked with C, compared, looked into, and left with Escape', async ({
  openWindow,
  repository,
  model,
}, info) => {
  test.setTimeout(120_000)
  model.script(script)
  const { page, home, composer, timeline, forkDialog, outline, inspector, compare } = await openWindow()
  const screens = new Screens(page, info)
  await home.openFolder(repository.folder)
  await composer.mode('Bypass')
  await composer.send('Which ways are there to split the parser?')
  await expect(timeline.turn(1)).toContainText('Answer to')
  await composer.send('Go on')
  await expect(timeline.turn(2)).toContainText('Answer to')
  await timeline.forkFrom(1)
  await forkDialog.directives.fill(WAYS.join('\n'))
  await forkDialog.place('New worktree').check()
  await forkDialog.startButton.click()
  for (const way of WAYS) await expect(timeline.fork(way)).toContainText('done', { timeout: 30_000 })

  await test.step('all siblings from the heading of their group, readable at 1280 pixels', async () => {
    await timeline.group(4, 1).getByRole('button', { name: 'Compare' }).click()
    await expect(compare.column('Climb')).toBeVisible()
    await expect(compare.cell('Files', 3)).toContainText('Nothing changed')
    await expect(compare.cell('Files', 4)).toContainText('src/climb.js')
    await page.setViewportSize({ width: 1280, height: 800 })
    await screens.look('compare-4')
    expect((await compare.column('Climb').boundingBox())?.width).toBeGreaterThanOrEqual(280)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Escape')
  })

  await test.step('C marks rows of the timeline and of the outline, and once more takes the mark away', async () => {
    await timeline.fork(TABLE).focus()
    await page.keyboard.press('c')
    await expect(timeline.fork(TABLE)).toContainText('marked to compare')
    await expect(compare.bar).toContainText('Mark another with C')
    await outline.thread('Grammar').focus()
    await page.keyboard.press('c')
    await expect(compare.bar.getByRole('button', { name: 'Compare 2' })).toBeEnabled()
    await screens.look('compare-marked')
    await page.keyboard.press('c')
    await expect(compare.bar.getByRole('button', { name: 'Compare 1' })).toBeDisabled()
    await page.keyboard.press('c')
    await compare.bar.getByRole('button', { name: 'Compare 2' }).click()
  })

  await test.step('two columns from turn 1: what differs is told', async () => {
    await expect(compare.region.getByRole('heading', { name: 'Compare 2 threads from turn 1' })).toBeFocused()
    await expect(compare.region).toContainText('Which ways are there to split the parser?')
    await expect(compare.column('Table')).toContainText('done')
    await expect(compare.column('Table')).toContainText(TABLE)
    await expect(compare.cell('Report', 1)).toContainText('all 104 cases hold')
    await expect(compare.cell('Tests run', 1)).toContainText('104 / 104')
    await expect(compare.cell('Tests run', 1)).toContainText('the last of 2 runs')
    await expect(compare.cell('Tests run', 2)).toContainText('96 / 104')
    await expect(compare.cell('Files', 1)).toContainText('src/sum.jsalso B+1−1')
    await expect(compare.cell('Files', 1)).toContainText('src/table.js+1')
    await expect(compare.cell('Cost', 1).or(compare.cell('Cost', 2)).filter({ hasText: 'cheapest' })).toHaveCount(1)
    await expect(compare.cell('Time', 1).or(compare.cell('Time', 2)).filter({ hasText: 'fastest' })).toHaveCount(1)
    await compare.cell('Commands', 1).getByRole('button').click()
    await expect(compare.cell('Commands', 1)).toContainText('exit 1')
  })

  await test.step('one file side by side', async () => {
    await compare.cell('Files', 2).getByRole('button', { name: 'diff of src/sum.js' }).click()
    await expect(compare.cell('Diff of src/sum.js', 1)).toContainText('b + a // table')
    await expect(compare.cell('Diff of src/sum.js', 2)).toContainText('a + b + 0')
    await screens.look('compare-2')
    await compare.region.getByRole('button', { name: 'Close the diff' }).click()
    await compare.cell('Files', 1).getByRole('button', { name: 'diff of src/table.js' }).click()
    await expect(compare.cell('Diff of src/table.js', 2)).toHaveText('Not touched')
  })

  await test.step('Escape leads back, to the row; the history leads back to the columns', async () => {
    await page.keyboard.press('Escape')
    await expect(timeline.fork(TABLE)).toBeFocused()
    await page.goBack()
    await expect(compare.column('Table')).toBeVisible()
    await compare.region.getByRole('button', { name: 'Open Grammar' }).click()
    await expect(inspector.heading).toHaveText('Grammar')
  })

  await test.step('the palette compares all siblings; a reload keeps them', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search or run' }).fill('siblings')
    await page.keyboard.press('Enter')
    await expect(compare.column('Grammar')).toBeVisible()
    await expect(compare.column('Climb')).toBeVisible()
    await page.reload()
    await expect(compare.column('Climb')).toBeVisible()
    await expect(compare.cell('Report', 1)).toContainText('all 104 cases hold')
  })
})
