// Every state of a thread as it looks, in both themes, at the smallest window. Where the fonts are others than those of the
// pictures there is nothing to compare.
import { join } from 'node:path'
import { allStates } from './pictures/all-states'
import { dateCommit } from './pictures/dated-repository'
import { PictureApp } from './pictures/picture-app'
import { look, otherFont, PICTURES_MS } from './pictures/pictures'
import { ShownPage } from './support/pages/page-parts'
import { test } from './support/story'

test('threads in every state look as in their pictures (skipped where the fonts are others than those of the pictures)', async ({
  chromium,
  model,
  folder,
  repository,
}) => {
  test.setTimeout(PICTURES_MS)
  dateCommit(repository)
  const app = await PictureApp.start(await chromium(), join(folder, 'data'), model.url)
  try {
    await app.open()
    const other = await otherFont(app.page)
    test.skip(other !== null, other ?? '')
    const sessionId = await allStates(app, model, repository.folder)
    await app.open(`#/session/${sessionId}`)
    const { page } = app
    const { timeline, approval, inspector, outline } = new ShownPage(page)
    await approval.armed.waitFor()
    await look(page, 'approval-command', approval.dialog)
    await approval.dialog.getByRole('button', { name: 'Inbox' }).click()
    await look(page, 'inbox', page.getByRole('dialog', { name: 'Inbox', exact: true }))
    await page.keyboard.press('Escape')
    await approval.dialog.getByRole('button', { name: 'Put away' }).click()
    await page.mouse.move(700, 300)
    await look(page, 'states-live', timeline.region)
    await page.mouse.wheel(0, -5000)
    await timeline.turn(1).waitFor()
    await look(page, 'states-ended', timeline.region)
    for (const title of ['Grammar in ANTLR', 'Docs', 'Keep the v1 API']) {
      await outline.rows.filter({ hasText: new RegExp(`^${title}`) }).click()
      await inspector.heading.filter({ hasText: title }).waitFor()
      await look(page, `state-${title.toLowerCase().replace(/\W+/g, '-')}`, inspector.region)
    }
  } finally {
    await app.close()
  }
})
