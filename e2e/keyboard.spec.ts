// The main job from the keyboard alone.
import type { Locator, Page } from '@playwright/test'
import { firstOf, reply, scriptByDirective } from '../src/simulator/script/builders'
import { expect, test } from './support/story'

/** Goes through the regions until this has the focus. */
async function walkTo(page: Page, target: Locator): Promise<void> {
  for (let region = 0; region < 6; region += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('F6')
  }
  await expect(target).toBeFocused()
}

test('a folder is opened, a turn forked twice and the forks walked, without a pointer', async ({
  openWindow,
  plainFolder,
  model,
}) => {
  model.script(
    firstOf(scriptByDirective([{ match: /way/, script: () => reply('Result: gone this way.') }]), ({ lastUser }) =>
      reply(`Answer to ${lastUser.said}.`),
    ),
  )
  const { page, home, composer, timeline, forkDialog, inspector } = await openWindow()
  const { keyboard } = page
  await home.openButton.focus()
  await keyboard.press('ControlOrMeta+o')
  await expect(home.folderDialog.getByRole('textbox', { name: 'Folder' })).toBeFocused()
  await keyboard.type(plainFolder)
  await keyboard.press('Enter')
  await expect(composer.message).toBeFocused()
  await keyboard.type('Hello')
  await keyboard.press('Shift+Enter')
  await keyboard.type('there')
  await expect(composer.message).toHaveValue('Hello\nthere')
  await keyboard.press('Enter')
  await expect(timeline.turn(1)).toContainText('Answer to Hello')

  await walkTo(page, timeline.turn(1))
  await keyboard.press('f')
  await expect(forkDialog.directives).toBeFocused()
  await keyboard.type('One way')
  await keyboard.press('Enter')
  await keyboard.type('Another way')
  await keyboard.press('ControlOrMeta+Enter')
  await expect(forkDialog.dialog).toBeHidden()
  for (const directive of ['One way', 'Another way']) await expect(timeline.fork(directive)).toContainText('done')

  await timeline.turn(1).focus()
  await keyboard.press(']')
  await expect(timeline.fork('One way')).toBeFocused()
  await keyboard.press('j')
  await expect(timeline.fork('Another way')).toBeFocused()
  await keyboard.press('Enter')
  await expect(inspector.heading).toHaveText('Another way')
  await timeline.fork('Another way').focus()
  await keyboard.press('ArrowRight')
  await expect(timeline.region.getByRole('heading', { level: 2 })).toHaveText('Another way')

  await keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Search or run' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await keyboard.type('open a folder')
  await keyboard.press('Enter')
  await expect(palette).toBeHidden()
  await expect(home.folderDialog).toBeVisible()
})

test('Mod+. interrupts the selected thread; Mod+Shift+. stops all after asking, by name', async ({
  openWindow,
  plainFolder,
  model,
}) => {
  const hold = model.hold(undefined, { afterEvents: 3, count: 2 })
  const { page, home, composer, timeline } = await openWindow()
  await home.openFolder(plainFolder)
  await composer.send('Hello')
  await hold.arrived
  await page.keyboard.press('ControlOrMeta+.')
  await expect(timeline.turn(1)).toContainText('interrupted')
  await composer.send('Again')
  await expect.poll(() => hold.held.length).toBe(2)
  await page.keyboard.press('ControlOrMeta+Shift+.')
  const question = page.getByRole('dialog', { name: /Stop/ })
  await expect(question).toContainText('Main')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(composer.stopButton).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Shift+.')
  await question.getByRole('button', { name: /^Stop/ }).click()
  await expect(timeline.turn(2)).toContainText('interrupted')
  await page.getByRole('region', { name: 'Stopped' }).getByRole('button', { name: 'Undo: resume 1' }).click()
  hold.release()
  await expect(timeline.turn(2)).not.toContainText('interrupted')
  await expect(page.getByRole('region', { name: 'Stopped' })).toBeHidden()
})
