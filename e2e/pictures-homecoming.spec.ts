// What becomes of a fork's work, as it looks, in both themes: the dialogs that bring it home or let it go, and what is seen afterwards.
// Where the fonts are others than those of the pictures there is nothing to compare.
import { join } from 'node:path'
import { allScreens } from './pictures/all-screens'
import { dateCommit } from './pictures/dated-repository'
import { PictureApp } from './pictures/picture-app'
import { look, otherFont, PICTURES_MS } from './pictures/pictures'
import { ShownPage } from './support/pages/page-parts'
import { expect, test } from './support/story'

test('what becomes of a fork looks as in its pictures (skipped where the fonts are others than those of the pictures)', async ({
  chromium,
  model,
  folder,
  repository,
  plainFolder,
}) => {
  test.setTimeout(PICTURES_MS)
  dateCommit(repository)
  const app = await PictureApp.start(await chromium(), join(folder, 'data'), model.url)
  try {
    await app.open()
    const other = await otherFont(app.page)
    test.skip(other !== null, other ?? '')
    const { page } = app
    const { timeline, outline, inspector, changes, homecoming, storage } = new ShownPage(page)
    const { sessionId, forks } = await allScreens(app, model, repository.folder, plainFolder)
    const [table = '', , asking = ''] = forks
    await app.host.call('thread.stop', { threadId: asking })
    const question = page.getByRole('dialog', { name: 'Discard “Grammar”?' })

    await test.step('the dialogs', async () => {
      await app.open(`#/session/${sessionId}`)
      await outline.thread('Table').click()
      await inspector.show('Changes')
      await changes.row('table.js').click()
      await expect(changes.diff).toContainText('export')
      await look(page, 'changes-diff', inspector.region)
      await changes.button('Merge').click()
      await expect(homecoming.check).toContainText('Applies cleanly')
      await look(page, 'merge', homecoming.merge)
      await page.keyboard.press('Escape')
      await inspector.region.getByRole('button', { name: 'Bring back', exact: true }).click()
      await expect(homecoming.check).toContainText('Applies cleanly')
      await look(page, 'bring-back', homecoming.bringBack)
      await page.keyboard.press('Escape')
      await outline.thread('Grammar').click()
      await inspector.show('Changes')
      await changes.button('Discard').click()
      // The files come by name a moment after the dialog.
      await expect(question.locator('code', { hasText: 'src/grammar.peg' })).toBeVisible()
      await look(page, 'discard', question)
      await question.getByRole('button', { name: /^Discard/ }).click()
      await expect(homecoming.news).toContainText('Grammar is discarded.')
    })

    await test.step('brought back and discarded, where they are seen', async () => {
      await app.host.call('thread.bringBack', { threadId: table, report: 'All 104 cases hold.', files: 'squash' })
      await app.advance(60_000)
      await app.open(`#/session/${sessionId}`)
      await expect(outline.thread('Table')).toContainText('brought back')
      await page.mouse.move(700, 300)
      await page.mouse.wheel(0, 5000)
      await timeline.region.getByRole('button', { name: 'Show', exact: true }).click()
      await expect(timeline.region).toContainText('All 104 cases hold.')
      await look(page, 'brought-back')
      await outline.thread('Grammar').click()
      await inspector.show('Info')
      await look(page, 'inspector-discarded', inspector.region)
      await outline.thread('Table').click()
      await inspector.show('Info')
      await look(page, 'inspector-brought-back', inspector.region)
      await app.open('#/storage')
      await expect(storage.row('Table')).toContainText('kB')
      await look(page, 'storage')
    })
  } finally {
    await app.close()
  }
})
