// All worktrees of all sessions: what they take, whose they are, what does not agree; discarded, freed, restored and repaired from there.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { call, firstOf, reply, scriptByDirective, scriptByTurn } from '../src/simulator/script/builders'
import { Screens } from './support/screens'
import { expect, test } from './support/story'

const [TABLE, GRAMMAR, REGEX] = ['Table: write it', 'Grammar: write it', 'Regex: only look']
const writes = (file: string) =>
  scriptByTurn([reply(call('write', { file_path: file, content: 'export {}\n' })), reply('It is written.')])

test('storage shows what worktrees take, and gives back what was discarded', async ({
  openWindow,
  repository,
  model,
}, info) => {
  test.setTimeout(120_000)
  model.script(
    firstOf(
      scriptByDirective([
        { match: TABLE, script: writes('src/table.js') },
        { match: GRAMMAR, script: writes('src/grammar.js') },
        { match: REGEX, script: () => reply('Nothing was to be done.') },
      ]),
      ({ lastUser }) => reply(`Answer to ${lastUser.said}.`),
    ),
  )
  const window = await openWindow()
  const { page, home, composer, timeline, forkDialog, inspector, changes, homecoming, storage, app } = window
  const screens = new Screens(page, info)
  await home.openFolder(repository.folder)
  const back = page.getByRole('button', { name: 'Back', exact: true })
  const open = async () => {
    await home.open()
    await page.getByRole('navigation', { name: 'App' }).getByRole('button', { name: 'Storage' }).click()
    await expect(storage.heading).toBeFocused()
  }

  await test.step('with no worktree it says so', async () => {
    await open()
    await expect(page.getByRole('heading', { name: 'No worktrees' })).toBeVisible()
    await screens.look('storage-empty')
    await back.click()
    await home.openFolder(repository.folder)
  })

  await composer.mode('Bypass')
  await composer.send('Which ways are there?')
  await expect(timeline.turn(1)).toContainText('Answer to')
  await timeline.forkFrom(1)
  await forkDialog.directives.fill([TABLE, GRAMMAR, REGEX].join('\n'))
  await forkDialog.place('New worktree').check()
  await forkDialog.startButton.click()
  for (const fork of [TABLE, GRAMMAR, REGEX])
    await expect(timeline.fork(fork)).toContainText('done', { timeout: 30_000 })
  await timeline.openFork(TABLE)
  await inspector.show('Info')
  const folder = await inspector.textOf('Folder')

  await test.step('each has its owner, state, size and age; the owner leads to its changes', async () => {
    await open()
    await expect(storage.row('Table')).toContainText('uncommitted work')
    await expect(storage.row('Table')).toContainText('abacus')
    await expect(storage.row('Table')).toContainText(/\d (B|kB)/)
    await expect(storage.row('Regex')).toContainText('committed, clean')
    await storage.owner('Table').click()
    await expect(inspector.heading).toHaveText('Table')
    await expect(changes.row('src/table.js')).toBeVisible()
  })

  await test.step('what is clean is discarded at once, with a way back', async () => {
    await open()
    await storage.button('Regex', 'Discard').click()
    await expect(homecoming.news).toContainText('Regex is discarded.')
    await expect(storage.row('Regex')).toContainText('kept until')
    await homecoming.news.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(homecoming.news).toContainText('Regex is restored.')
    await expect(storage.row('Regex')).toContainText('restored')
  })

  await test.step('what is not is asked about; its space is freed by the keyboard, and its files come back from the archive', async () => {
    await storage.button('Table', 'Discard').press('Enter')
    const question = page.getByRole('dialog', { name: 'Discard “Table”?' })
    await expect(question).toContainText('src/table.js')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(storage.row('Table')).toContainText('discarded')
    await storage.button('Table', 'Free…').press('Enter')
    const freeing = page.getByRole('dialog', { name: /^Free .* of “Table”\?$/ })
    await screens.look('storage-free')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(freeing).toBeHidden({ timeout: 30_000 })
    await expect(storage.row('Table')).toContainText('archive')
    expect(existsSync(folder)).toBe(false)
    await screens.look('storage-freed')
    await storage.button('Table', 'Restore').press('Enter')
    await expect(storage.row('Table')).toContainText('restored', { timeout: 30_000 })
    expect(readFileSync(join(folder, 'src/table.js'), 'utf8')).toBe('export {}\n')
  })

  await test.step('what does not agree is told and repaired; what nobody owns is shown and left alone', async () => {
    const orphan = join(app.dataDir, 'worktrees', 'thr_00000000000000000000000000')
    mkdirSync(orphan)
    writeFileSync(join(orphan, 'note.txt'), 'mine\n')
    rmSync(dirname(folder), { recursive: true })
    await storage.measureAgain()
    await expect(storage.differences).toContainText('“Table”')
    await expect(storage.orphans).toContainText(orphan)
    await screens.look('storage-differences')
    await storage.differences.getByRole('button', { name: 'Repair', exact: true }).click()
    await expect(storage.differences).toHaveCount(0)
    expect(existsSync(folder)).toBe(true)
    expect(existsSync(join(orphan, 'note.txt'))).toBe(true)
  })

  await test.step('the palette and the settings lead here as well', async () => {
    await back.click()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search or run' }).fill('Storage')
    await page.keyboard.press('Enter')
    await expect(storage.heading).toBeVisible()
    await page.goto(page.url().replace(/#.*/, '#/settings'))
    await page.getByRole('button', { name: 'Storage', exact: true }).click()
    await expect(storage.heading).toBeVisible()
  })
})
