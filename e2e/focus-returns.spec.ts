// The focus is never lost: after each dialog and each button that goes away it is where the person goes on.
import type { Page } from '@playwright/test'
import { call, firstOf, reply, scriptByDirective, scriptByTurn } from '../src/simulator/script/builders'
import { expect, test } from './support/story'

/** What has the focus, as a person would name it; `page` when nothing has it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return 'page'
    return element.getAttribute('aria-label') ?? element.textContent ?? element.tagName
  })

test('after dialogs, starting, stopping, keeping and discarding, the keyboard goes on from somewhere', async ({
  openWindow,
  repository,
  model,
}) => {
  const write = reply(call('write', { file_path: 'new.txt', content: 'new\n' }))
  model.script(
    firstOf(
      scriptByDirective([
        { match: 'Write', script: scriptByTurn([write, reply('Result: written.')]) },
        { match: 'Ask', script: scriptByTurn([reply(call('bash', { command: 'touch a' })), reply('Result: a.')]) },
      ]),
      ({ lastUser }) => reply(`Answer to ${lastUser.said}.`),
    ),
  )
  const { page, home, composer, timeline, forkDialog, approval, inspector } = await openWindow()
  await home.openFolder(repository.folder)
  await composer.mode('Accept edits')
  await composer.send('Hello')
  await expect(timeline.turn(1)).toContainText('Answer to Hello.')

  await timeline.turn(1).focus()
  for (const key of ['f', 'Shift+?', 'ControlOrMeta+k', 'ControlOrMeta+Shift+f', 'ControlOrMeta+n']) {
    await page.keyboard.press(key)
    await expect(page.locator('dialog:modal')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog:modal')).toBeHidden()
    await expect(timeline.turn(1), key).toBeFocused()
  }

  await page.keyboard.press('f')
  await forkDialog.directives.fill('Write a file')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(forkDialog.dialog).toBeHidden()
  await expect.poll(() => focused(page)).not.toBe('page')
  await expect(timeline.fork('Write a file')).toContainText('done')

  await timeline.fork('Write a file').getByRole('button', { name: 'Open', exact: true }).click()
  await inspector.region.getByRole('tab', { name: /Changes/ }).click()
  await inspector.region.getByRole('button', { name: 'Keep', exact: true }).press('Enter')
  await expect(inspector.region.getByRole('button', { name: 'Keep', exact: true })).toBeDisabled()
  await expect.poll(() => focused(page)).not.toBe('page')
  const discard = inspector.region.getByRole('button', { name: 'Discard', exact: true })
  await discard.press('Enter')
  const question = page.getByRole('dialog', { name: /^Discard/ })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe('Discard')
  await discard.press('Enter')
  await question.getByRole('button', { name: 'Discard all of this' }).press('Enter')
  await expect(inspector.region.getByRole('button', { name: 'Restore', exact: true })).toBeVisible()
  await expect.poll(() => focused(page)).not.toBe('page')

  await page.keyboard.press('ControlOrMeta+1')
  await expect(composer.form).toContainText('Main')
  await composer.send('/fork Ask me')
  await approval.armed.waitFor()
  await approval.dialog.getByRole('button', { name: 'Stop this fork' }).press('Enter')
  await expect(approval.dialog).toBeHidden()
  await expect.poll(() => focused(page)).not.toBe('page')
})
