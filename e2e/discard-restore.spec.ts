// A fork is discarded, regretted and restored, files, modes and all: from the line that says so, its stub, the outline, its changes and the palette.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { call, firstOf, reply, scriptByDirective, scriptByTurn } from '../src/simulator/script/builders'
import { Screens } from './support/screens'
import { expect, test } from './support/story'

const TABLE = 'Table: one row for each operator'
const WORK = [
  'mkdir -p src docs && echo "export const table = []" > src/table.js && git add -A && git commit -qm "Write the table"',
  "sed -i 's/a + b/b + a/' src/sum.js && echo draft > docs/draft.md && echo SECRET=1 > .env",
  'printf "#!/bin/sh\\necho run\\n" > run.sh && chmod 755 run.sh',
].join(' && ')

test('what was discarded is named before, kept, and restored as it was', async ({
  openWindow,
  repository,
  model,
}, info) => {
  test.setTimeout(120_000)
  repository.write('.gitignore', '.env\n')
  repository.commit('Ignore .env')
  model.script(
    firstOf(
      scriptByDirective([
        { match: TABLE, script: scriptByTurn([reply(call('bash', { command: WORK })), reply('It is written.')]) },
      ]),
      ({ lastUser }) => reply(`Answer to ${lastUser.said}.`),
    ),
  )
  const { page, home, composer, timeline, forkDialog, inspector, changes, homecoming, outline } = await openWindow()
  const screens = new Screens(page, info)
  await home.openFolder(repository.folder)
  await composer.mode('Bypass')
  await composer.send('Which ways are there?')
  await expect(timeline.turn(1)).toContainText('Answer to')
  await timeline.forkFrom(1)
  await forkDialog.directives.fill(TABLE)
  await forkDialog.place('New worktree').check()
  await forkDialog.startButton.click()
  await expect(timeline.fork(TABLE)).toContainText('done', { timeout: 30_000 })
  await timeline.openFork(TABLE)
  await inspector.show('Info')
  const folder = await inspector.textOf('Folder')
  const question = page.getByRole('dialog', { name: 'Discard “Table”?' })
  const isWhole = () => {
    expect(readFileSync(join(folder, 'src/sum.js'), 'utf8')).toContain('b + a')
    expect(readFileSync(join(folder, 'docs/draft.md'), 'utf8')).toBe('draft\n')
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('SECRET=1\n')
    expect(statSync(join(folder, 'run.sh')).mode & 0o777).toBe(0o755)
  }

  await test.step('what exists only there is named before anything happens', async () => {
    await inspector.show('Changes')
    await expect(changes.region).toContainText('Only here:')
    await changes.button('Discard').click()
    for (const name of ['src/sum.js', 'docs/draft.md', 'run.sh', '.env']) await expect(question).toContainText(name)
    await expect(question).toContainText('1 commit no other branch has')
    await screens.look('discard')
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(existsSync(folder)).toBe(true)
  })

  await test.step('discarded, it offers the way back wherever it is seen', async () => {
    await changes.button('Discard').click()
    await question.getByRole('button', { name: 'Discard all of this' }).click()
    await expect(homecoming.news).toContainText('Table is discarded. Kept until')
    await expect(timeline.fork(TABLE)).toContainText('discarded')
    expect(existsSync(folder)).toBe(false)
    for (const place of [homecoming.news, timeline.fork(TABLE), outline.thread('Table'), changes.region])
      await expect(place.getByRole('button', { name: 'Restore', exact: true })).toBeVisible()
    await expect(changes.region).toContainText('Kept until')
    await screens.look('discarded')
  })

  await test.step('Restore brings all of it back', async () => {
    await homecoming.news.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(homecoming.news).toContainText('Table is restored.')
    isWhole()
    await expect(timeline.fork(TABLE)).toContainText('done')
    await expect(changes.region).toContainText('restored')
    await expect(changes.row('run.sh')).toBeVisible()
    await screens.look('restored')
  })

  await test.step('by the keyboard: discarded from the palette, restored from there', async () => {
    const palette = page.getByRole('combobox', { name: 'Search or run' })
    await page.keyboard.press('ControlOrMeta+k')
    await palette.fill('Discard Table')
    await page.keyboard.press('Enter')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(timeline.fork(TABLE)).toContainText('discarded')
    await page.keyboard.press('ControlOrMeta+k')
    await palette.fill('Restore Table')
    await page.keyboard.press('Enter')
    await expect(homecoming.news).toContainText('Table is restored.')
    isWhole()
  })
})
