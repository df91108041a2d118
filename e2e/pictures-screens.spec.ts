// Every screen as it looks, in both themes, at the smallest window. Where the fonts are others than those of the pictures there
// is nothing to compare.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allScreens } from './pictures/all-screens'
import { dateCommit } from './pictures/dated-repository'
import { PictureApp } from './pictures/picture-app'
import { look, otherFont, PICTURES_MS } from './pictures/pictures'
import { projectRoot } from './support/app-environment'
import { ShownPage } from './support/pages/page-parts'
import { expect, test } from './support/story'

const LIBRARY = [
  ['CLAUDE.md', 'Use tabs.'],
  ['.claude/agents/reviewer.md', '---\ndescription: Reviews changes.\ntools: Read, Grep\nmodel: haiku\n---\nReview.\n'],
  ['.claude/agents/odd.md', '---\ndescription: [\n---\nOdd.\n'],
  ['.claude/commands/fix.md', '---\ndescription: Fixes an issue.\n---\nFix $1.\n'],
  ['.claude/skills/fix/SKILL.md', '---\ndescription: Fixes an issue, with its test.\n---\nFix $ARGUMENTS.\n'],
] as const

test('every screen looks as in its pictures (skipped where the fonts are others than those of the pictures)', async ({
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
    const { home, timeline, approval, inspector, outline, forkDialog, compare, search, settings, library } =
      new ShownPage(page)
    const dialog = page.locator('dialog:modal')
    await look(page, 'first-start')
    repository.write('docs/home.png', readFileSync(join(projectRoot, 'docs', 'images', 'home-light.png')))
    const { sessionId, forks } = await allScreens(app, model, repository.folder, plainFolder)

    await test.step('Home and what opens over it', async () => {
      await app.open()
      await expect(home.session('Notes of the week')).toBeVisible()
      await look(page, 'home')
      await page.keyboard.press('ControlOrMeta+n')
      await look(page, 'new-session', dialog)
      await page.keyboard.press('Escape')
      await page.keyboard.press('ControlOrMeta+o')
      await look(page, 'open-folder', dialog)
    })

    await test.step('a session', async () => {
      await app.open(`#/session/${sessionId}`)
      await approval.armed.waitFor()
      await look(page, 'approval-diff', approval.dialog)
      await approval.dialog.getByRole('button', { name: 'Put away' }).click()
      const command = timeline.call(timeline.turn(1), /^Bash printf/)
      await page.mouse.move(700, 300)
      await page.mouse.wheel(0, -5000)
      await timeline
        .turn(1)
        .getByRole('button', { name: /^Searched once/ })
        .click()
      await command.getByRole('button', { name: /^Bash printf/ }).click()
      await expect(command.locator('pre')).toContainText('expected')
      await page.mouse.wheel(0, -5000)
      await look(page, 'session')
      await timeline
        .turn(1)
        .getByRole('button', { name: /^Read docs/ })
        .click()
      const image = timeline.turn(1).getByRole('img', { name: 'docs/home.png' })
      await expect
        .poll(() => image.evaluate((each: HTMLImageElement) => each.complete && each.naturalWidth > 0))
        .toBe(true)
      await look(page, 'image-of-a-call', image)
      await timeline
        .turn(1)
        .getByRole('button', { name: /^Read docs/ })
        .click()
      await timeline.forkFrom(2)
      await page.keyboard.type('Write it as a table\nWrite it as a grammar')
      await expect(forkDialog.forecast).toContainText('tokens shared')
      await look(page, 'fork-dialog', forkDialog.dialog)
      await page.keyboard.press('Escape')
    })

    await test.step('the inspector', async () => {
      await outline.thread('Table').click()
      for (const tab of ['Conversation', 'Changes', 'Cost', 'Wire', 'Info'] as const) {
        await inspector.region.getByRole('tab', { name: tab }).click()
        if (tab === 'Changes') await expect(inspector.changedFiles).toBeVisible()
        await expect(inspector.region).not.toContainText('Reading')
        await look(page, `inspector-${tab.toLowerCase()}`, inspector.region)
      }
    })

    await test.step('dialogs, search, comparison, settings', async () => {
      await page.keyboard.press('ControlOrMeta+k')
      await look(page, 'palette', page.getByRole('dialog', { name: 'Search or run' }))
      await page.keyboard.press('Escape')
      await search.open()
      await search.field.fill('table')
      await expect(search.hits.first()).toBeVisible()
      await look(page, 'search', search.dialog)
      await page.keyboard.press('Escape')
      await page.keyboard.press('ControlOrMeta+Shift+.')
      await look(page, 'stop-all', dialog)
      await app.open(`#/session/${sessionId}/compare/${forks.slice(0, 2).join(',')}`)
      await expect(compare.cell('Tests run', 2)).toContainText('96 / 104')
      for (const n of [1, 2]) await expect(compare.cell('Files', n)).toContainText('diff')
      await look(page, 'compare')
      await app.open('#/settings')
      await expect(settings.heading).toBeVisible()
      await look(page, 'settings')
      await page.keyboard.press('Shift+?')
      await look(page, 'keys', dialog)
      await page.keyboard.press('Escape')
    })

    await test.step('the library', async () => {
      for (const [path, text] of LIBRARY) repository.write(path, text)
      await app.open('#/library')
      await library.heading.waitFor()
      await page.getByLabel('Project').selectOption({ label: 'abacus' })
      await expect(library.row('Memory', 'CLAUDE.md')).toBeVisible()
      await look(page, 'library')
    })
  } finally {
    await app.close()
  }
})
