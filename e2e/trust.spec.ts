// A cloned repository is hostile until someone says otherwise: what its files would switch on is shown, and inert before.
import { call, reply, scriptByTurn } from '../src/simulator/script/builders'
import { expect, test } from './support/story'

const SETTINGS = JSON.stringify({ permissions: { allow: ['Bash(touch:*)'], deny: ['Read(./secret.txt)'] } })

test('an allow rule of a project holds only after the person trusted it; its deny rule holds before', async ({
  openWindow,
  repository,
  model,
}) => {
  repository.write('.claude/settings.json', SETTINGS)
  repository.write('secret.txt', 'hush\n')
  model.script(
    scriptByTurn([
      reply(call('read', { file_path: 'secret.txt' })),
      reply(call('bash', { command: 'touch one.made' })),
      reply('As far as I could.'),
      reply(call('bash', { command: 'touch two.made' })),
      reply('Without asking.'),
    ]),
  )
  const { home, composer, timeline, approval, page } = await openWindow()
  await home.askForFolder(repository.folder)
  const dialog = page.getByRole('dialog', { name: 'Trust this project?' })
  await expect(dialog).toContainText(repository.folder)
  await expect(dialog).toContainText('Bash(touch:*)')
  await dialog.getByRole('button', { name: 'Keep restricted' }).click()
  await composer.send('Make it')
  await expect(approval.dialog).toContainText('touch one.made')
  await approval.answer('Allow once')
  await expect(timeline.turn(1)).toContainText('As far as I could.')
  const [read] = model.requests.flatMap(({ body }) => JSON.stringify(body).match(/hush/) ?? [])
  expect(read).toBeUndefined()

  await page.getByRole('button', { name: 'Restricted' }).click()
  await dialog.getByRole('button', { name: 'Trust this project' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Restricted' })).toBeHidden()
  await composer.send('Make another')
  await expect(timeline.turn(2)).toContainText('Without asking.')
  await expect(approval.dialog).toBeHidden()
})
