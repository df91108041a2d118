// What a server can do wrong: said in a sentence, with the way on, and nothing of the conversation is lost.
import { createServer } from 'node:http'
import { reply } from '../src/simulator/script/builders'
import { type Simulator, startSimulator } from '../src/simulator/start-simulator'
import { expect, test } from './support/story'

const KEY = 'sk-ant-right'

/** A server that takes one key only. What it refuses is what these stories are about. */
const strict = test.extend<{ server: Simulator }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures out of this pattern
  server: async ({}, use) => {
    const server = await startSimulator({ keys: [KEY], script: () => reply('All is well.') })
    await use(server)
    await server.close()
  },
})

test('without a key a message is not sent: it says so and leads to the settings', async ({
  openWindow,
  plainFolder,
}) => {
  const { home, composer, settings } = await openWindow({ env: { ANTHROPIC_API_KEY: '' } })
  await home.openFolder(plainFolder)
  await composer.send('Hello')
  await expect(composer.form.getByRole('alert')).toContainText('key')
  await expect(composer.message).toHaveValue('Hello')
  await composer.form.getByRole('button', { name: 'Settings' }).click()
  await expect(settings.heading).toBeVisible()
})

strict(
  'a wrong key fails the turn, and with the right one it goes on where it stood',
  async ({ openWindow, plainFolder, server }) => {
    const env = { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '' }
    const { home, composer, settings, timeline, page } = await openWindow({ env })
    await home.keyButton.click()
    await settings.apiKey.fill('sk-ant-wrong')
    await settings.baseUrl.fill(server.url)
    await settings.save()
    await settings.back()
    await home.openFolder(plainFolder)
    await composer.send('Hello')
    await expect(timeline.turn(1)).toContainText('failed')
    await expect(timeline.turn(1)).toContainText(/key/i)
    await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Settings' }).click()
    await settings.apiKey.fill(KEY)
    await settings.save()
    await settings.back()
    await timeline.turn(1).getByRole('button', { name: 'Resume' }).click()
    await expect(timeline.turn(1)).toContainText('All is well.')
    expect(server.requests.map((request) => request.status)).toEqual([401, 200])
  },
)

strict(
  'an unknown model fails the turn by its name, and another model goes on',
  async ({ openWindow, plainFolder, server }) => {
    const env = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: server.url, ANTHROPIC_MODEL: 'claude-nobody' }
    const { home, composer, timeline } = await openWindow({ env })
    await home.openFolder(plainFolder)
    await composer.send('Hello')
    await expect(timeline.turn(1)).toContainText('failed')
    await expect(timeline.turn(1)).toContainText('claude-nobody')
    await composer.send('/model claude-opus-5-5')
    await expect(composer.form.getByRole('status')).toContainText('claude-opus-5-5 from the next turn on')
    await composer.send('And now?')
    await expect(timeline.turn(2)).toContainText('All is well.')
  },
)

strict(
  'a server that cannot be reached is waited for, and the turn goes on by itself when it is back',
  async ({ openWindow, plainFolder, server }) => {
    const { home, composer, timeline } = await openWindow({
      env: { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: server.url },
    })
    await home.openFolder(plainFolder)
    const comeBack = await server.refuseConnections()
    await composer.send('Hello')
    await expect(timeline.region).toContainText(/No connection to the server/)
    await comeBack()
    await expect(timeline.turn(1)).toContainText('All is well.')
  },
)

strict(
  'a page instead of a stream is called what it is, with the question whether the address is right',
  async ({ openWindow, plainFolder }) => {
    const server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>'),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { home, composer, timeline } = await openWindow({
      env: { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}` },
    })
    await home.openFolder(plainFolder)
    await composer.send('Hello')
    await expect(timeline.turn(1)).toContainText('text/html instead of an event stream. Is the base URL right?')
    server.close()
  },
)
