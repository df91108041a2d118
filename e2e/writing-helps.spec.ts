// Files by name, drafts that outlive the window and the port, and the messages before.
import { reply } from '../src/simulator/script/builders'
import { Screens } from './support/screens'
import { expect, test } from './support/story'
import { lastUserOf } from './support/wire'

test(
  'a file is named after @ by a few letters, from the keyboard',
  { tag: '@electron' },
  async ({ openWindow, repository, model }, info) => {
    model.script(({ lastUser }) => reply(`Answer to ${lastUser.said}.`))
    repository.write('docs/my notes.md', 'notes')
    const { page, home, composer, timeline } = await openWindow()
    await home.openFolder(repository.folder)
    await composer.message.pressSequentially('Look at @prod')
    const files = composer.form.getByRole('listbox', { name: 'Files' })
    await expect(files.getByRole('option')).toHaveText(['product.jssrc'])
    await new Screens(page, info).look('file-mention')
    await page.keyboard.press('Tab')
    await expect(composer.message).toHaveValue('Look at @src/product.js ')
    await expect(composer.message).toBeFocused()
    await composer.message.pressSequentially('and @notes')
    await expect(files.getByRole('option')).toHaveText(['my notes.mddocs'])
    await page.keyboard.press('Enter')
    await expect(composer.message).toHaveValue('Look at @src/product.js and @"docs/my notes.md" ')
    await composer.message.pressSequentially('or @sum')
    await expect(files).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(files).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(timeline.turn(1)).toContainText('Answer to')
    expect(lastUserOf(model.requests[0]).said).toBe('Look at @src/product.js and @"docs/my notes.md" or @sum')
  },
)

test('a draft is there after a restart on another port, and the messages before come back with the arrow', async ({
  openWindow,
  plainFolder,
  model,
}) => {
  model.script(({ lastUser }) => reply(`Answer to ${lastUser.said}.`))
  const window = await openWindow()
  await window.home.openFolder(plainFolder)
  for (const text of ['First words', 'Second words']) {
    await window.composer.send(text)
    await expect(window.timeline.region).toContainText(`Answer to ${text}.`)
  }
  await window.composer.message.fill('half a thought')
  // As when the page is left: what was written a moment ago is sent at once.
  await window.page.evaluate(() => globalThis.dispatchEvent(new Event('pagehide')))
  await window.closeAndStartAgain()
  await window.home.openSession('First words')
  await expect(window.composer.message).toHaveValue('half a thought')
  // The messages before are those that were read; they come with the turns.
  await expect(window.timeline.region).toContainText('Answer to Second words.')
  await window.composer.message.fill('')
  for (const text of ['Second words', 'First words']) {
    await window.page.keyboard.press('ArrowUp')
    await expect(window.composer.message).toHaveValue(text)
  }
  await window.page.keyboard.press('ArrowDown')
  await window.page.keyboard.press('ArrowDown')
  await expect(window.composer.message).toHaveValue('')
})

test('a long prompt shows its beginning and opens in place', async ({ openWindow, plainFolder, model }, info) => {
  model.script(() => reply('Read.'))
  const { page, home, composer, timeline } = await openWindow()
  await home.openFolder(plainFolder)
  const lines = Array.from({ length: 60 }, (_, n) => `Line ${n + 1} of a long prompt`)
  await composer.send(lines.join('\n'))
  await expect(timeline.turn(1)).toContainText('Read.')
  const heading = timeline.turn(1).getByRole('heading', { level: 3 })
  const clamped = await heading.boundingBox()
  await new Screens(page, info).look('long-prompt')
  await timeline.turn(1).getByRole('button', { name: 'Show the whole prompt' }).click()
  await expect.poll(async () => ((await heading.boundingBox())?.height ?? 0) > (clamped?.height ?? 0) * 4).toBe(true)
})
