// Step 6: forks and branches from the composer.
import { firstOf, reply, scriptByDirective } from '../src/simulator/script/builders'
import { ofFork } from '../src/simulator/script/request-predicates'
import { expect, test } from './support/story'
import { messagesOf } from './support/wire'

const script = firstOf(scriptByDirective([{ match: /./, script: () => reply('Result: tidied.') }]), ({ lastUser }) =>
  reply(`Answer to ${lastUser.said}.`),
)

test.describe('the composer’s commands', { tag: '@electron' }, () => {
  test('/fork starts a worker from the end of the conversation', async ({ openWindow, repository, model }) => {
    model.script(script)
    const { home, composer, timeline } = await openWindow()
    await home.openFolder(repository.folder)
    await composer.send('Hello')
    await expect(timeline.turn(1)).toContainText('Answer to Hello.')
    await composer.message.pressSequentially('/fo')
    await expect(composer.commands.getByRole('option', { name: /^\/fork directive/ })).toBeVisible()
    await composer.message.press('Enter')
    await expect(composer.message).toHaveValue('/fork ')
    await composer.message.pressSequentially('Tidy the docs')
    await composer.message.press('Enter')
    await expect(timeline.fork('Tidy the docs')).toContainText('done')
    await expect(composer.message).toHaveValue('')
    const said = messagesOf(model.requests.find(ofFork()))
    expect(said.slice(0, 2)).toMatchObject([
      { content: [{ text: 'Hello' }] },
      { content: [{ text: 'Answer to Hello.' }] },
    ])
  })

  test('lines with a dash after /fork start one worker each', async ({ openWindow, repository, model }) => {
    model.script(script)
    const { home, composer, timeline } = await openWindow()
    await home.openFolder(repository.folder)
    await composer.send('Hello')
    await expect(timeline.turn(1)).toContainText('Answer to Hello.')
    await composer.send('/fork - Tidy the docs\n- Tidy the tests')
    await expect(timeline.group(2, 1)).toBeVisible()
    for (const directive of ['Tidy the docs', 'Tidy the tests'])
      await expect(timeline.fork(directive)).toContainText('done')
  })

  test('/branch opens a branch to talk on in, and the main conversation does not hear of it', async ({
    openWindow,
    repository,
    model,
  }) => {
    model.script(script)
    const { home, composer, timeline, outline } = await openWindow()
    await home.openFolder(repository.folder)
    await composer.send('Hello')
    await expect(timeline.turn(1)).toContainText('Answer to Hello.')
    await composer.send('/branch What if we were bold?')
    await expect(timeline.region.getByRole('heading', { level: 2 })).toHaveText('What if we were bold?')
    await expect(timeline.turn(1)).toContainText('Answer to What if we were bold?.')
    await expect(composer.form).toContainText('branch')
    await composer.send('Bolder')
    await expect(timeline.turn(2)).toContainText('Answer to Bolder.')
    expect(JSON.stringify(messagesOf(model.requests.at(-1)))).toContain('Answer to Hello.')

    await timeline.region.getByRole('button', { name: 'Main', exact: true }).click()
    await expect(timeline.turn(1)).toContainText('Answer to Hello.')
    await expect(timeline.turn(2)).toBeHidden()
    await composer.send('Still there?')
    await expect(timeline.turn(2)).toContainText('Answer to Still there?.')
    expect(JSON.stringify(messagesOf(model.requests.at(-1)))).not.toContain('bold')
    await expect(outline.thread('What if we were bold?')).toContainText('branch')
  })

  test('a command that cannot be carried out is refused in words, and stays where it was written', async ({
    openWindow,
    repository,
  }) => {
    const { home, composer } = await openWindow()
    await home.openFolder(repository.folder)
    for (const [text, words] of [
      ['/fork', 'Write what the fork shall do'],
      ['/frok tidy', 'There is no command /frok'],
      ['/mode bold', 'is no mode'],
    ] as const) {
      await composer.send(text)
      await expect(composer.form.getByRole('alert')).toContainText(words)
      await expect(composer.message).toHaveValue(text)
    }
  })
})
