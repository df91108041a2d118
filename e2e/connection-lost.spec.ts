// The page loses its connection while the host goes on: it says so, comes back by itself, and shows what happened meanwhile.
import type { WebSocketRoute } from '@playwright/test'
import { reply } from '../src/simulator/script/builders'
import { expect, test } from './support/story'

test('after the connection broke the page catches up by itself', async ({ openWindow, plainFolder, model }) => {
  model.script(() => reply('Said while nobody listened.'))
  const hold = model.hold()
  const { home, composer, timeline, page } = await openWindow()
  const sockets: WebSocketRoute[] = []
  let reachable = true
  await page.routeWebSocket('**/host', (socket) => {
    if (!reachable) return void socket.close()
    socket.connectToServer()
    sockets.push(socket)
  })
  await page.reload()
  await home.openFolder(plainFolder)
  await composer.send('Hello')
  await hold.arrived
  reachable = false
  for (const socket of sockets) await socket.close({ code: 1001 })
  await expect(page.getByText('No connection to Tine')).toBeVisible()
  const answered = model.requests[0]?.settled
  hold.release()
  await answered
  reachable = true
  await expect(page.getByText('No connection to Tine')).toBeHidden()
  await expect(timeline.turn(1)).toContainText('Said while nobody listened.')
})

test('two windows on one host show the same: what one answers is answered in the other', async ({
  openWindow,
  plainFolder,
  model,
}) => {
  model.script(({ assistantCount }) =>
    assistantCount === 0
      ? { blocks: [{ type: 'tool_use', name: 'bash', input: { command: 'touch it.made' } }] }
      : reply('Made.'),
  )
  const first = await openWindow()
  await first.home.openFolder(plainFolder)
  const token = await first.page.evaluate(() => sessionStorage.getItem('tine.token'))
  const page = await first.page.context().newPage()
  await page.goto(`${new URL('/', first.page.url()).href}#token=${token}`)
  await page.getByRole('link').first().click()
  await first.composer.send('Make it')
  const card = page.getByRole('dialog', { name: 'Approval', exact: true })
  await expect(card).toContainText('touch it.made')
  await first.approval.answer('Allow once')
  await expect(card).toBeHidden()
  await expect(page.getByRole('article', { name: 'Turn 1' })).toContainText('Made.')
})
