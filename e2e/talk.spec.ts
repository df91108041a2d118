// Step 3: a message is sent, its answer streams, tools run in the folder, and what is not allowed is asked.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, gate, reply, scriptByTurn, text, thinking } from '../src/simulator/script/builders'
import { expect, test } from './support/story'
import { createWait } from './support/wait-file'
import { lastUserOf } from './support/wire'

test.describe('talking to the agent', { tag: '@electron' }, () => {
  test('an answer appears while it is written, with the thought before it', async ({
    openWindow,
    repository,
    model,
  }) => {
    const rest = Promise.withResolvers<void>()
    model.script(() =>
      reply(thinking('A calculator.'), text('It adds numbers', gate(rest.promise), ' and multiplies.')),
    )
    const { home, composer, timeline } = await openWindow()
    await home.openFolder(repository.folder)
    await composer.send('What is this?')
    const turn = timeline.turn(1)
    await expect(turn.getByRole('heading', { name: 'What is this?' })).toBeVisible()
    await expect(turn).toContainText('It adds numbers')
    await expect(turn).toContainText('A calculator.')
    await expect(turn).not.toContainText('and multiplies')
    await expect(turn).toContainText(/streaming · \d/)
    await expect(composer.stopButton).toBeVisible()
    rest.resolve()
    await expect(turn).toContainText('It adds numbers and multiplies.')
    await expect(composer.stopButton).toBeHidden()
  })

  test('it reads and searches without asking, and asks before it edits or runs', async ({
    openWindow,
    repository,
    model,
  }) => {
    model.script(
      scriptByTurn([
        reply(
          'I look around.',
          call('read', { file_path: 'src/sum.js' }),
          call('grep', { pattern: 'export' }),
          call('glob', { pattern: '**/*.md' }),
        ),
        reply('Now I change it.', call('edit', { file_path: 'src/sum.js', old_string: 'a + b', new_string: 'b + a' })),
        reply('And look at the result.', call('bash', { command: 'touch seen && cat src/sum.js' })),
        reply('Turned around.'),
      ]),
    )
    const { home, composer, timeline, approval } = await openWindow()
    await home.openFolder(repository.folder)
    await composer.send('Turn the sum around')
    const turn = timeline.turn(1)
    await expect(turn.getByRole('button', { name: /^Read src\/sum\.js/ })).toBeVisible()
    await expect(turn.getByRole('button', { name: /^Grep export/ })).toBeVisible()

    await expect(approval.place(1, 1)).toBeVisible()
    await expect(approval.dialog).toContainText('Edit')
    await expect(approval.dialog).toContainText('src/sum.js')
    await expect(approval.dialog).toContainText('b + a')
    await expect(approval.dialog).toContainText(repository.folder)
    expect(readFileSync(join(repository.folder, 'src/sum.js'), 'utf8')).toContain('a + b')
    await approval.answer('Allow once')

    await expect(approval.dialog).toContainText('touch seen && cat src/sum.js')
    expect(readFileSync(join(repository.folder, 'src/sum.js'), 'utf8')).toContain('b + a')
    await approval.answer('Allow once')
    await expect(turn).toContainText('Turned around.')
    await expect(approval.dialog).toBeHidden()
    await turn.getByRole('button', { name: /^Bash touch seen/ }).click()
    await expect(turn).toContainText('export const sum = (a, b) => b + a')
  })

  test('a denied call does nothing, and the model is told so with the note', async ({
    openWindow,
    repository,
    model,
  }) => {
    model.script(scriptByTurn([reply(call('bash', { command: 'rm -rf src' })), reply(text('Then I leave it.'))]))
    const { home, composer, timeline, approval } = await openWindow()
    await home.openFolder(repository.folder)
    await composer.send('Tidy up')
    await approval.answer('Deny with a note')
    const note = approval.dialog.getByRole('textbox', { name: 'Note' })
    await expect(note).toBeFocused()
    await note.fill('We need it')
    await note.press('Enter')
    await expect(timeline.turn(1)).toContainText('Then I leave it.')
    await expect(timeline.turn(1)).toContainText('denied')
    expect(lastUserOf(model.requests.at(-1)).toolResults).toMatchObject([
      { isError: true, text: expect.stringContaining('We need it') },
    ])
    expect(readFileSync(join(repository.folder, 'src/sum.js'), 'utf8')).toContain('a + b')
  })

  test('a running call shows what it prints and for how long, and is stopped by itself while the turn goes on', async ({
    openWindow,
    plainFolder,
    model,
    folder,
  }) => {
    const wait = createWait(folder)
    model.script(
      scriptByTurn([
        reply(
          'Two at once.',
          call('bash', { command: `echo slow: $((40 + 1)) begun; ${wait.command}; echo slow: $((40 + 2)) ended` }),
          call('bash', { command: `echo other: $((50 + 1)) begun; ${wait.command}; echo other: $((50 + 2)) ended` }),
        ),
        reply('One of them is enough.'),
      ]),
    )
    const { home, composer, timeline } = await openWindow()
    await home.openFolder(plainFolder)
    await composer.mode('Bypass')
    await composer.send('Run both')
    const turn = timeline.turn(1)
    const slow = timeline.call(turn, /^Bash echo slow/)
    const other = timeline.call(turn, /^Bash echo other/)
    await expect(slow).toContainText('slow: 41 begun')
    await expect(other).toContainText('other: 51 begun')
    await expect(slow).toContainText(/running · \d+ s/)
    await expect(slow).toContainText(/running · [1-9]\d* s/)
    await slow.getByRole('button', { name: /^Stop Bash echo slow/ }).click()
    await expect(slow).toContainText('stopped')
    await expect(other).toContainText('running')
    wait.end()
    await expect(turn).toContainText('One of them is enough.')
    const [stopped, ended] = lastUserOf(model.requests.at(-1)).toolResults
    expect(stopped).toMatchObject({ isError: true, text: expect.stringContaining('stopped by the person') })
    expect(ended).toMatchObject({ isError: false, text: expect.stringContaining('other: 52 ended') })
  })
})
