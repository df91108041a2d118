// Tool servers of a project as a person meets them: inert, trusted, called, failed, chosen.
import { call, reply, scriptByTurn } from '../src/simulator/script/builders'
import { stdioEntry } from '../src/testing/tool-server/stdio-entry'
import { expect, test } from './support/story'

test('a project’s tool servers are inert until it is trusted; then the model calls them, and a person sees how each stands', async ({
  openWindow,
  repository,
  model,
}) => {
  const mcpServers = {
    notes: stdioEntry({ only: ['echo'] }),
    broken: stdioEntry({ failsWith: 'no database here' }),
    old: { type: 'sse', url: 'https://example.com/sse' },
  }
  repository.write('.mcp.json', JSON.stringify({ mcpServers }))
  model.script(
    scriptByTurn([
      reply('Nothing of a server.'),
      reply(call('mcp__notes__echo', { words: 'hello' })),
      reply('It said hello.'),
    ]),
  )
  const { home, composer, timeline, approval, page } = await openWindow()
  await home.askForFolder(repository.folder)
  const trust = page.getByRole('dialog', { name: 'Trust this project?' })
  await expect(trust).toContainText('part of what the model is told')
  await expect(trust).toContainText('tool server')
  await trust.getByRole('button', { name: 'Keep restricted' }).click()
  await composer.send('Begin')
  await expect(timeline.turn(1)).toContainText('Nothing of a server.')

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('tool servers')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Tool servers of Main' })
  const server = (name: string) => dialog.getByRole('listitem', { name })
  await expect(server('notes')).toContainText('inert')
  await dialog.getByRole('button', { name: 'Look at it' }).click()
  await trust.getByRole('button', { name: 'Trust this project' }).click()
  await expect(trust).toBeHidden()

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('tool servers')
  await page.keyboard.press('Enter')
  await expect(server('old')).toContainText('not usable')
  await dialog.getByRole('button', { name: 'Reconnect notes' }).click()
  await expect(server('notes')).toContainText('connected · 1 tool')
  await dialog.getByRole('button', { name: 'Reconnect broken' }).click()
  await expect(server('broken')).toContainText('no database here')
  await expect(server('notes')).toContainText('it offers others now')
  await dialog.getByRole('checkbox', { name: 'Take broken' }).uncheck()
  await dialog.getByRole('button', { name: 'Take from the next turn' }).click()
  await dialog.getByRole('contentinfo').or(dialog.locator('footer')).getByRole('button', { name: 'Close' }).click()

  await composer.send('Ask the server')
  await expect(approval.dialog).toContainText('echo of the server notes')
  await approval.answer('Allow once')
  await expect(timeline.turn(2)).toContainText('It said hello.')
  await expect(timeline.turn(2)).toContainText('notes · echo')
})
