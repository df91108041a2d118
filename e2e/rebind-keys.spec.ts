// Keys a person chose: recorded in the settings, told of conflicts, heard instead of the old ones, shown wherever keys are shown.
import { reply } from '../src/simulator/script/builders'
import { Screens } from './support/screens'
import { expect, test } from './support/story'

test('an action gets other keys, a conflict is told, and all of it can be undone', async ({
  openWindow,
  plainFolder,
  model,
}, info) => {
  model.script(({ lastUser }) => reply(`Answer to ${lastUser.said}.`))
  const window = await openWindow()
  const { page, home, composer, timeline, forkDialog } = window
  await home.openFolder(plainFolder)
  await composer.send('Hello')
  await expect(timeline.turn(1)).toContainText('Answer to Hello.')

  await timeline.turn(1).focus()
  await page.keyboard.press('Shift+?')
  await page.getByRole('dialog', { name: 'Keyboard' }).getByRole('button', { name: 'Change keys' }).click()
  const section = page.getByRole('region', { name: 'Keyboard', exact: true })
  const row = section.getByRole('listitem').filter({ hasText: 'fork from here' })
  const change = row.getByRole('button', { name: /Change the keys for fork from here/ })
  await change.click()
  await expect(row.getByRole('status')).toContainText('Press the new keys')
  await page.keyboard.press('Escape')
  await expect(row.getByRole('status')).toBeEmpty()
  await change.click()
  await page.keyboard.press('g')
  await expect(row.getByRole('alert')).toContainText('jump to a turn')
  await new Screens(page, info).look('settings-keys')
  await row.getByRole('button', { name: 'Leave it' }).click()
  await expect(change).toBeFocused()
  await change.click()
  await page.keyboard.press('x')
  await expect(row).toContainText('yours')

  await window.settings.back()
  await expect(composer.message).toBeFocused() // where who opens a session writes; a person comes to a turn after that
  await timeline.turn(1).focus()
  await page.keyboard.press('f')
  await expect(forkDialog.dialog).toBeHidden()
  await page.keyboard.press('x')
  await expect(forkDialog.dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(timeline.turn(1)).toBeFocused()
  await expect(timeline.turn(1).getByRole('button', { name: 'Fork from turn 1' })).toHaveAttribute(
    'aria-keyshortcuts',
    'X',
  )

  await window.closeAndStartAgain()
  await window.home.openSession('Hello')
  await expect(window.composer.message).toBeFocused()
  await window.timeline.turn(1).focus()
  await window.page.keyboard.press('Shift+?')
  const map = window.page.getByRole('dialog', { name: 'Keyboard' })
  await expect(map.locator('div').filter({ hasText: /^X\s*fork from here/ })).toBeVisible()
  await map.getByRole('button', { name: 'Change keys' }).click()
  await window.page.getByRole('button', { name: 'Reset all keys' }).click()
  await window.settings.back()
  await expect(window.composer.message).toBeFocused()
  await window.timeline.turn(1).focus()
  await window.page.keyboard.press('f')
  await expect(window.forkDialog.dialog).toBeVisible()
})

test('what works while a text is written cannot be a single letter, and a conflict can be taken over', async ({
  openWindow,
}) => {
  const { page, home, settings } = await openWindow()
  await home.keyButton.click()
  await expect(settings.heading).toBeVisible()
  const section = page.getByRole('region', { name: 'Keyboard', exact: true })
  const row = (what: string) => section.getByRole('listitem').filter({ hasText: what })
  await row('open a folder').getByRole('button').click()
  await page.keyboard.press('o')
  await expect(row('open a folder')).toContainText('works while you write')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(row('open a folder').getByRole('alert')).toContainText('search or run')
  await row('open a folder').getByRole('button', { name: 'Take it over' }).click()
  await expect(row('search or run')).toContainText('no key')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(home.folderDialog).toBeVisible()
})
