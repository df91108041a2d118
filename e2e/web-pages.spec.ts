// A page of the web: the card says from where, a rule for its domain is enough for the next, and the timeline says what came.
import { call, reply, scriptByTurn } from '../src/simulator/script/builders'
import { startPageServer } from '../src/testing/page-server'
import { expect, test } from './support/story'

test('a page is asked for by its host, allowed for the session, and told with what was answered', async ({
  openWindow,
  plainFolder,
  model,
}) => {
  const server = await startPageServer((request, response) => {
    response.writeHead(request.url === '/gone' ? 404 : 200, { 'content-type': 'text/html' })
    response.end(`<title>Flags</title><h1>Flags of ${request.url}</h1>`)
  })
  const fetch = (path: string, prompt: string) => reply(call('WebFetch', { url: `${server.origin}${path}`, prompt }))
  model.script(scriptByTurn([fetch('/flags', 'the list of flags'), fetch('/gone', 'the old ones'), reply('Read.')]))
  const { page, composer, timeline, approval, settings, home } = await openWindow({
    args: [`--project=${plainFolder}`],
  })
  await home.keyButton.click()
  await settings.field('Private hosts').fill('127.0.0.1')
  await settings.save()
  await settings.back()
  await page.getByRole('button', { name: 'New session in notes' }).click()
  await composer.send('Which flags are there?')
  await expect(approval.dialog).toContainText('Fetches a page from 127.0.0.1')
  await expect(approval.dialog).toContainText(`${server.origin}/flags`)
  await expect(approval.dialog).toContainText('WebFetch(domain:127.0.0.1)')
  expect(server.asked).toHaveLength(0)
  await approval.answer('Allow for this session')
  await expect(timeline.turn(1)).toContainText('Read.')
  await expect(timeline.turn(1)).toContainText('200 · ')
  await expect(timeline.turn(1)).toContainText('failed · 404')
  await server.close()
})
