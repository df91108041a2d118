// Step 1: the app starts, and its first screen says how to begin.
import { expect, test } from './support/story'

test.describe('starting the app', { tag: '@electron' }, () => {
  test('without a key it opens on three ways to begin, and says that a key is missing', async ({ openWindow }) => {
    const { home, page } = await openWindow({ env: { ANTHROPIC_API_KEY: '' } })
    await expect(home.firstRun).toBeVisible()
    await expect(home.openButton).toBeVisible()
    await expect(home.demoButton).toBeVisible()
    await expect(home.keyButton).toContainText('not set')
    await expect(page).toHaveTitle('Tine')
  })

  test('with --demo it needs no key: the sample project is there, and the page says that it is a demo', async ({
    openApp,
  }) => {
    const { page } = await openApp({ args: ['--demo'] })
    await page.getByRole('button', { name: 'New session in abacus' }).click()
    await expect(page.getByRole('textbox', { name: 'Message' })).not.toHaveValue('')
    await expect(page.getByText('demo: scripted model', { exact: true })).toBeVisible()
  })

  test('with a project it opens that folder, a session away from the first message', async ({
    openWindow,
    repository,
  }) => {
    const { page, composer, timeline } = await openWindow({ args: [`--project=${repository.folder}`] })
    await page.getByRole('button', { name: 'New session in abacus' }).click()
    await composer.send('Hello')
    await expect(timeline.turn(1)).toContainText('You said: Hello')
  })
})

test('the address loses its token as soon as the page has read it', async ({ openWindow }) => {
  const { page } = await openWindow()
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Open a folder' })).toBeVisible()
})
