// What a fork changed, looked through with the keyboard: tree, hunks, images, sizes, long files, two thousand files; and taken out as patch and in an editor.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, firstOf, reply, scriptByDirective, scriptByTurn } from '../src/simulator/script/builders'
import { Screens } from './support/screens'
import { expect, test } from './support/story'

/** A square of one colour, ten by ten. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC'
const [PARSER, MANY] = ['Parser: split it', 'Many: write two thousand files']
const WORK = [
  'mkdir -p src/parser docs assets && echo "export const walk = 1" > src/parser/walk.js && echo "export const tree = []" > src/parser/tree.js',
  'git add -A && git commit -qm "Write the walker"',
  "sed -i 's/a + b/b + a/' src/sum.js && git mv src/product.js src/multiply.js",
  `echo ${PNG} | base64 -d > assets/logo.png && head -c 5000 /dev/zero > assets/data.bin`,
  'seq 1 2500 > docs/long.txt',
].join(' && ')
const WRITE_MANY =
  'for d in $(seq 1 40); do mkdir -p src/part$d; for i in $(seq 1 50); do echo "export const n = $i" > src/part$d/file$i.ts; done; done'

const script = firstOf(
  scriptByDirective([
    { match: PARSER, script: scriptByTurn([reply(call('bash', { command: WORK })), reply('It is split.')]) },
    { match: MANY, script: scriptByTurn([reply(call('bash', { command: WRITE_MANY })), reply('Written.')]) },
  ]),
  ({ lastUser }) => reply(`Answer to ${lastUser.said}.`),
)

test('the changes of a fork are read, copied and opened', async ({ openWindow, repository, model, folder }, info) => {
  test.setTimeout(120_000)
  model.script(script)
  const { page, home, composer, timeline, forkDialog, inspector, changes, settings } = await openWindow()
  const screens = new Screens(page, info)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await home.openFolder(repository.folder)
  await composer.mode('Bypass')
  await composer.send('Which parts are there?')
  await expect(timeline.turn(1)).toContainText('Answer to')
  await timeline.forkFrom(1)
  await forkDialog.directives.fill(`${PARSER}\n${MANY}`)
  await forkDialog.place('New worktree').check()
  await forkDialog.startButton.click()
  for (const fork of [PARSER, MANY]) await expect(timeline.fork(fork)).toContainText('done', { timeout: 60_000 })
  await timeline.fork(PARSER).focus()
  await page.keyboard.press('d')

  await test.step('the tree is walked: folders fold, Space leaves out, Enter goes into the change', async () => {
    await timeline.openFork(PARSER)
    await inspector.show('Changes')
    await changes.row('assets').press('ArrowLeft')
    await expect(changes.row('assets')).toHaveAttribute('aria-expanded', 'false')
    await expect(changes.row('assets')).toContainText('2 files')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(changes.row('data.bin')).toBeFocused()
    await expect(changes.diff).toContainText('A binary file of 5 kB, new.')
    await page.keyboard.press('Space')
    await expect(changes.row('data.bin')).toHaveAttribute('aria-checked', 'false')
    await expect(changes.row('assets')).toHaveAttribute('aria-checked', 'mixed')
    await page.keyboard.press('Space')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Home')
    await expect(changes.row('assets')).toBeFocused()
    await changes.row('sum.js').click()
    await changes.row('sum.js').press('Enter')
    await expect(changes.diff.getByRole('region', { name: 'Lines of src/sum.js' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(changes.diff).toContainText('left out')
    await changes.region.getByRole('button', { name: 'Take all' }).click()
    await screens.look('changes')
  })

  await test.step('own commits, a renamed file, an image before and now, a long file on request', async () => {
    await changes.region.getByRole('button', { name: '1 commit of its own' }).click()
    await expect(changes.region.getByRole('list', { name: 'Commits' })).toContainText('Write the walker')
    await changes.row('multiply.js').click()
    await expect(changes.diff).toContainText('renamed from src/product.js')
    await changes.row('logo.png').click()
    await expect(changes.diff.getByRole('img', { name: 'assets/logo.png, now' })).toBeVisible()
    await expect(changes.diff).toContainText('It was not there.')
    await screens.look('changes-image')
    await changes.row('long.txt').click()
    await changes.diff.getByRole('button', { name: 'Show 2,500 changed lines' }).click()
    await expect(changes.diff).toContainText('lines 1–2500')
    await changes.diff.getByRole('region', { name: 'Lines of docs/long.txt' }).press('End')
    await expect(changes.diff.getByText('2500', { exact: true }).first()).toBeVisible()
  })

  await test.step('against what the parent has now', async () => {
    repository.write('src/sum.js', 'export const sum = (a, b) => b + a\n')
    await changes.region.getByRole('button', { name: 'The parent now' }).click()
    await expect(changes.region).toContainText('main as it is now')
    await expect(changes.row('sum.js')).toHaveCount(0)
    await expect(changes.files.getByRole('checkbox')).toHaveCount(0)
    await changes.region.getByRole('button', { name: 'Its start' }).click()
    await expect(changes.row('sum.js')).toBeVisible()
  })

  await test.step('the patch can be copied and applied', async () => {
    await changes.row('sum.js').click()
    await changes.diff.getByRole('button', { name: 'Copy as patch' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('+++ b/src/sum.js')
    const patch = join(folder, 'sum.patch')
    writeFileSync(patch, await page.evaluate(() => navigator.clipboard.readText()))
    repository.git('checkout', '--', 'src/sum.js')
    repository.git('apply', patch)
    expect(readFileSync(join(repository.folder, 'src/sum.js'), 'utf8')).toContain('b + a')
    repository.git('checkout', '--', 'src/sum.js')
  })

  await test.step('the editor is asked for once, and opens the file', async () => {
    const editor = join(folder, 'editor.sh')
    const mark = join(folder, 'opened.txt')
    writeFileSync(editor, `#!/bin/sh\necho "$1" > '${mark}.part' && mv '${mark}.part' '${mark}'\n`)
    chmodSync(editor, 0o755)
    await changes.diff.getByRole('button', { name: 'Open in editor' }).click()
    const failure = page.getByRole('dialog', { name: 'It was not opened' })
    await expect(failure).toContainText('No editor is set')
    await failure.getByRole('button', { name: 'Settings' }).click()
    await settings.field('Your editor').fill(`${editor}\n{file}`)
    await settings.save()
    await settings.back()
    await timeline.openFork(PARSER)
    await inspector.show('Changes')
    await changes.row('sum.js').click()
    await changes.diff.getByRole('button', { name: 'Open in editor' }).click()
    await expect.poll(() => existsSync(mark)).toBe(true)
    expect(readFileSync(mark, 'utf8')).toMatch(/worktrees\/.*src\/sum\.js\n$/)
  })

  await test.step('two thousand files are few rows', async () => {
    await timeline.openFork(MANY)
    await inspector.show('Changes')
    await expect(changes.row('part1')).not.toHaveCount(0)
    await expect(changes.region).toContainText('2,000 files')
    expect(await changes.files.getByRole('treeitem').count()).toBeLessThan(60)
    await changes.files.getByRole('treeitem').first().press('End')
    await expect(changes.files.getByRole('treeitem').last()).toBeFocused()
    await page.keyboard.press('Space')
    await expect(changes.region.getByRole('status')).toHaveText('A merge takes 1,999 of 2,000 files')
    await screens.look('changes-many')
  })
})
