// The palette: everything that can be done, found by a few letters, with its keys; what was chosen lately; and the way to the search.
import { reply } from '../src/simulator/script/builders'
import { expect, test } from './support/story'

test('actions, threads and words are found from one field, and what was chosen lately comes first', async ({
  openWindow,
  plainFolder,
  model,
}) => {
  model.script(({ lastUser }) => reply(`Answer to ${lastUser.said}.`))
  const { page, home, composer, timeline, inspector, search } = await openWindow()
  await home.openFolder(plainFolder)
  await composer.send('Tell me about abacuses')
  await expect(timeline.turn(1)).toContainText('Answer to')
  const palette = page.getByRole('dialog', { name: 'Search or run' })
  const open = async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
  }
  await open()
  await page.keyboard.type('shcost')
  await expect(palette.getByRole('option').first()).toHaveText('Show cost')
  await page.keyboard.press('Enter')
  await expect(inspector.region.getByRole('tab', { name: 'Cost' })).toHaveAttribute('aria-selected', 'true')

  await open()
  await expect(palette.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText(['Show cost'])
  await expect(palette.getByRole('option', { name: 'Show cost' })).toHaveCount(1)
  await page.keyboard.type('abacuses')
  await palette.getByRole('option', { name: /^Search for “abacuses”/ }).click()
  await expect(search.field).toHaveValue('abacuses')
})
