// Commands and skills of a project: offered after a slash, said in the conversation, or run beside it as an island.
import { call, firstOf, reply, scriptByTurn } from '../src/simulator/script/builders'
import { expect, test } from './support/story'

const REVIEW = `---
description: Reviews a folder.
argument-hint: [folder]
context: fork
allowed-tools: Read
---
Review $ARGUMENTS.
`

test('a command that runs isolated waits for trust, asks nothing, is told apart from a fork, and one summary comes back', async ({
  openWindow,
  repository,
  model,
}) => {
  repository.write('.claude/commands/review.md', REVIEW)
  repository.write('.claude/commands/hello.md', '---\ndescription: Greets.\n---\nHello $1.\n')
  const island = scriptByTurn([
    reply(call('read', { file_path: 'README.md' }), call('bash', { command: 'touch made' })),
    reply('It is a calculator.'),
  ])
  model.script(
    firstOf(
      (context) => (JSON.stringify(context.request.body?.messages[0]).includes('Review src') ? island(context) : null),
      ({ lastUser }) => reply(`Answer to ${lastUser.said}.`),
    ),
  )
  const { home, composer, timeline, outline, approval, page } = await openWindow()
  await home.askForFolder(repository.folder)
  const dialog = page.getByRole('dialog', { name: 'Trust this project?' })
  await dialog.getByRole('button', { name: 'Keep restricted' }).click()
  await composer.message.pressSequentially('/hel')
  await expect(composer.commands.getByRole('option', { name: '/hello Greets.' })).toBeVisible()
  await composer.send('/hello you')
  await expect(timeline.turn(1)).toContainText('Answer to Hello you..')
  await composer.send('/review src')
  await expect(composer.form).toContainText('is not trusted')

  await page.getByRole('button', { name: 'Restricted' }).click()
  await dialog.getByRole('button', { name: 'Trust this project' }).click()
  await expect(dialog).toBeHidden()
  await composer.message.fill('')
  await composer.message.pressSequentially('/rev')
  await expect(
    composer.commands.getByRole('option', { name: '/review [folder] island · Reviews a folder.' }),
  ).toBeVisible()
  await composer.send('/review src')
  const stub = timeline.fork('/review src')
  await expect(stub).toContainText('done')
  await expect(stub).toContainText('island')
  await expect(outline.thread('/review src')).toContainText('island · ')
  await expect(timeline.report('/review src')).toBeVisible()
  const parent = JSON.stringify(model.requests.at(-1)?.body)
  expect(parent).toContain('<result>It is a calculator.</result>')
  expect(parent).not.toContain('touch made')
  await expect(approval.dialog).toBeHidden()
})
