// What a fork changed comes home as a merge, by file and by hunk, or not at all where it conflicts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, firstOf, reply, scriptByDirective, scriptByTurn } from '../src/simulator/script/builders'
import { Screens } from './support/screens'
import { expect, test } from './support/story'

const [PARSER, CLASH] = ['Parser: split it', 'Clash: turn the sum around']
const NUMBERS = Array.from({ length: 60 }, (_, n) => `export const n${n} = ${n}`).join('\n')
/** Commits one change, and leaves others uncommitted: two hunks of one file, a new file, a deleted one. */
const WORK = [
  'mkdir -p src/parser docs && echo "export const walk = 1" > src/parser/walk.js && git add -A && git commit -qm "Write the walker"',
  "sed -i 's/n5 = 5/n5 = 55/; s/n50 = 50/n50 = 505/' src/numbers.js && echo two > docs/notes.md && rm src/product.js",
].join(' && ')

const script = firstOf(
  scriptByDirective([
    { match: PARSER, script: scriptByTurn([reply(call('bash', { command: WORK })), reply('It is split.')]) },
    {
      match: CLASH,
      script: scriptByTurn([
        reply(call('bash', { command: "sed -i 's/a + b/b + a/' src/sum.js" })),
        reply('It is turned around.'),
      ]),
    },
  ]),
  ({ lastUser }) => reply(`Answer to ${lastUser.said}.`),
)

test('chosen files and hunks are merged; where it conflicts, nothing is touched', async ({
  openWindow,
  repository,
  model,
}, info) => {
  test.setTimeout(120_000)
  repository.write('src/numbers.js', `${NUMBERS}\n`)
  repository.commit('Count')
  model.script(script)
  const window = await openWindow()
  const { page, home, composer, timeline, forkDialog, inspector, changes, homecoming } = window
  const screens = new Screens(page, info)
  const fileOf = (path: string) => readFileSync(join(repository.folder, path), 'utf8')
  await home.openFolder(repository.folder)
  await composer.mode('Bypass')
  await composer.send('Which parts are there?')
  await expect(timeline.turn(1)).toContainText('Answer to')
  await timeline.forkFrom(1)
  await forkDialog.directives.fill(`${PARSER}\n${CLASH}`)
  await forkDialog.place('New worktree').check()
  await forkDialog.startButton.click()
  for (const fork of [PARSER, CLASH]) await expect(timeline.fork(fork)).toContainText('done', { timeout: 30_000 })

  await test.step('the changes are a tree; files, folders and hunks are left out', async () => {
    await timeline.openFork(PARSER)
    await inspector.show('Changes')
    await expect(changes.row('docs/notes.md')).toContainText('untracked')
    await expect(changes.row('product.js')).toContainText('deleted')
    await changes.row('numbers.js').click()
    await expect(changes.diff).toContainText('n5 = 55')
    await changes.diff.getByRole('checkbox').nth(1).uncheck()
    await changes.box('docs/notes.md').uncheck()
    await expect(changes.region.getByRole('status')).toHaveText('A merge takes 3 of 4 files, 1 of them in part')
    await expect(changes.box('src/numbers.js')).toHaveJSProperty('indeterminate', true)
    await expect(changes.box('src/')).toHaveJSProperty('indeterminate', true)
    await screens.look('changes-part')
  })

  await test.step('the part goes home as one commit; the rest stays', async () => {
    await changes.button('Merge').click()
    await expect(homecoming.check).toHaveText('Applies cleanly: 3 files into main')
    await expect(homecoming.merge.getByRole('radio', { name: 'Merge commits' })).toBeDisabled()
    await homecoming.merge.getByRole('textbox', { name: 'Message' }).fill('Split the parser')
    await screens.look('merge-clean')
    await homecoming.merge.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(homecoming.merge).toContainText('3 files merged into main')
    const commit = repository.git('rev-parse', 'HEAD')
    await expect(homecoming.merge).toContainText(commit)
    expect(repository.git('log', '-1', '--format=%s')).toBe('Split the parser')
    expect(repository.git('status', '--porcelain')).toBe('')
    expect(fileOf('src/numbers.js')).toContain('n5 = 55')
    expect(fileOf('src/numbers.js')).toContain('n50 = 50\n')
    expect(repository.git('ls-files')).not.toContain('docs/notes.md')
    expect(repository.git('ls-files')).not.toContain('src/product.js')
    await screens.look('merge-done')
    await page.keyboard.press('Escape')
    await expect(homecoming.news).toContainText(commit.slice(0, 7))
  })

  await test.step('what conflicts is shown by file; the button is off and nothing is touched', async () => {
    repository.write('src/sum.js', 'export const sum = (a, b) => a + b + 0\n')
    const head = repository.commit('Add nothing')
    await timeline.openFork(CLASH)
    await inspector.show('Changes')
    await expect(changes.row('src/sum.js')).toBeVisible()
    await changes.button('Merge').click()
    await expect(homecoming.conflicts).toContainText('src/sum.js')
    const merge = homecoming.merge.getByRole('button', { name: 'Merge', exact: true })
    for (const mode of ['Squash to one commit', 'Patch, uncommitted', 'Merge commits']) {
      await homecoming.merge.getByRole('radio', { name: mode }).check()
      await expect(homecoming.conflicts).toContainText('src/sum.js')
      await expect(merge).toBeDisabled()
    }
    await screens.look('merge-conflict')
    await homecoming.merge.press('ControlOrMeta+Enter')
    await page.keyboard.press('Escape')
    await expect(homecoming.merge).toBeHidden()
    expect(repository.git('rev-parse', 'HEAD')).toBe(head)
    expect(repository.git('status', '--porcelain')).toBe('')
    expect(fileOf('src/sum.js')).toContain('a + b + 0')
  })

  await test.step('the other branch has no conflict: it goes there by the keyboard, and the checkout stays', async () => {
    repository.git('branch', 'before', 'HEAD~1')
    await timeline.fork(CLASH).focus()
    await page.keyboard.press('m')
    await homecoming.merge.getByRole('radio', { name: 'Main’s folder' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.type('before')
    await expect(homecoming.check).toContainText('Applies cleanly: 1 file into before')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(homecoming.merge).toContainText('1 file merged into before')
    await page.keyboard.press('Enter')
    await expect(homecoming.merge).toBeHidden()
    await expect(timeline.fork(CLASH)).toBeFocused()
    expect(repository.git('show', 'before:src/sum.js')).toContain('b + a')
    expect(fileOf('src/sum.js')).toContain('a + b + 0')
  })
})
