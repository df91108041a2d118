// Step 2: a key and a base URL in the settings, and a folder to work in, under git or not.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startSimulator } from '../src/simulator/start-simulator'
import { filesWith } from './support/folder-contents'
import { AppWindow } from './support/pages/app-window'
import { expect, test } from './support/story'

const KEY = 'sk-ant-kept-to-itself'

test.describe('a key and a folder', { tag: '@electron' }, () => {
  test('a key and a base URL are entered in the settings, used from then on, and the key is never shown again', async ({
    openApp,
    plainFolder,
  }) => {
    const server = await startSimulator({ keys: [KEY] })
    const window = await AppWindow.of(await openApp())
    await window.home.keyButton.click()
    const { settings, page } = window
    await expect(settings.heading).toBeVisible()
    await expect(settings.provider).toContainText('no key')
    await settings.apiKey.fill(KEY)
    await settings.baseUrl.fill(server.url)
    await settings.save()
    await expect(settings.provider).toContainText('key set')
    await expect(settings.apiKey).toHaveValue('')
    await page.reload()
    await expect(settings.provider).toContainText('key set')
    await expect(settings.baseUrl).toHaveValue(server.url)
    expect(await page.content()).not.toContain(KEY)
    expect(filesWith(window.app.dataDir, KEY)).toEqual([])

    await settings.back()
    await window.home.openFolder(plainFolder)
    await window.composer.send('Hello there')
    await expect(window.timeline.turn(1)).toContainText('You said: Hello there')
    expect(server.requests.map((request) => request.status)).toEqual([200])
    expect(window.app.log()).not.toContain(KEY)
    await server.close()
  })

  test('a git repository is opened: its forks get worktrees', async ({ openWindow, repository }) => {
    const { home, page, composer, timeline, forkDialog } = await openWindow()
    await home.openFolder(repository.folder)
    await expect(page.getByRole('navigation', { name: 'Place', exact: true })).toContainText('abacus')
    await composer.send('Hello')
    await timeline.forkFrom(1)
    await expect(forkDialog.place('New worktree')).toBeChecked()
  })

  test('a folder without git is opened as well: its forks work in the same folder, and it says why', async ({
    openWindow,
    plainFolder,
  }) => {
    const { home, composer, timeline, forkDialog } = await openWindow()
    await home.openFolder(plainFolder)
    await composer.send('Hello')
    await timeline.forkFrom(1)
    await expect(forkDialog.place('New worktree')).toBeDisabled()
    await expect(forkDialog.place('Same folder')).toBeChecked()
    await expect(forkDialog.dialog).toContainText('the folder is not a git repository')
  })

  test('a wrong folder is refused in words, and the right one can be entered right away', async ({
    openWindow,
    plainFolder,
    folder,
  }) => {
    const { home, composer } = await openWindow()
    const file = join(folder, 'a-file.txt')
    writeFileSync(file, '')
    for (const [path, words] of [
      [join(folder, 'nowhere'), /There is no folder/],
      [file, /not a folder/i],
    ] as const) {
      await home.askForFolder(path)
      const field = home.folderDialog.getByRole('textbox', { name: 'Folder' })
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(words)
    }
    await home.openFolder(plainFolder)
    await expect(composer.message).toBeFocused()
  })
})
