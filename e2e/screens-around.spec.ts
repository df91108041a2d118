// How everything around a session looks, in both themes; axe looks as well.
import { call, firstOf, reply, scriptByDirective } from '../src/simulator/script/builders'
import { ofFork } from '../src/simulator/script/request-predicates'
import { Screens } from './support/screens'
import { expect, test } from './support/story'

test('first run, settings, dialogs and Home', async ({ openWindow, repository, plainFolder, model, folder }, info) => {
  test.setTimeout(150_000)
  repository.write(
    '.claude/settings.json',
    JSON.stringify({ permissions: { allow: ['Bash(npm test)'], deny: ['Read(.env)'] } }),
  )
  model.script(
    firstOf(
      scriptByDirective([
        { match: 'ask', script: () => reply(call('bash', { command: 'touch made.txt' })) },
        { match: 'wait', script: () => reply('Some words of a fork.') },
      ]),
      ({ lastUser }) => reply(`Answer to ${lastUser.said}.`),
    ),
  )
  const hold = model.hold(ofFork('wait'), { afterEvents: 3 })
  const window = await openWindow()
  const { home, settings, composer, timeline, page } = window
  const screens = new Screens(page, info)
  await screens.look('first-run')
  await home.askForFolder(`${folder}/nowhere`)
  await expect(home.folderDialog).toContainText('There is no folder')
  await screens.look('open-folder-refused')
  await page.keyboard.press('Escape')
  await home.keyButton.click()
  await settings.baseUrl.fill('not an address')
  await screens.look('settings')
  await settings.baseUrl.fill('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await settings.back()

  await home.askForFolder(repository.folder)
  await expect(page.getByRole('dialog', { name: 'Trust this project?' })).toContainText('npm test')
  await screens.look('trust')
  await page.getByRole('button', { name: 'Keep restricted' }).click()
  await composer.send('Split the parser')
  await expect(timeline.turn(1)).toContainText('Answer to')
  for (const directive of ['ask for a file', 'wait for the end']) await composer.send(`/fork ${directive}`)
  await expect(timeline.fork('ask for a file')).toContainText('waiting for approval')
  await hold.arrived
  await composer.message.fill('/')
  await screens.look('slash-commands')
  await composer.message.fill('')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog', { name: 'Search or run' })).toBeVisible()
  await screens.look('palette')
  await page.keyboard.press('Escape')
  await timeline.turn(1).focus()
  await page.keyboard.press('Shift+?')
  await screens.look('keys')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Stop all' }).click()
  await screens.look('stop-all')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+n')
  await screens.look('new-session')
  await page.keyboard.press('Escape')

  await home.open()
  await home.openFolder(plainFolder)
  await composer.send('Sort the notes')
  await expect(timeline.turn(1)).toContainText('Answer to')
  await home.open()
  await expect(home.group('Needs you')).toBeVisible()
  await screens.look('home')

  await window.killAndStartAgain()
  const after = new Screens(window.page, info)
  await expect(window.home.group('Needs you')).toContainText('interrupted')
  await after.look('home-after-kill')
  await window.home.openSession('Split the parser')
  await expect(window.timeline.fork('wait for the end')).toContainText('interrupted')
  await window.approval.armed.waitFor()
  await window.approval.dialog.getByRole('button', { name: 'Put away' }).click()
  await after.look('session-after-kill')
  hold.release()
})

test('a small window cuts nothing off', async ({ openWindow, plainFolder, model }, info) => {
  model.script(({ lastUser }) => reply(`Answer to ${lastUser.said}.`))
  const { home, composer, timeline, page } = await openWindow()
  const screens = new Screens(page, info)
  await home.openFolder(plainFolder)
  await composer.send('A rather long prompt that has to find its place in a window that is not very wide')
  await expect(timeline.turn(1)).toContainText('Answer to')
  await composer.send('/fork Look at the notes and say what is in them, line by line')
  await timeline.forks.first().getByRole('button', { name: 'Open', exact: true }).click()
  for (const [width, height] of [
    [1100, 720],
    [800, 600],
  ] as const) {
    await page.setViewportSize({ width, height })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
    await screens.look(`small-${width}`)
  }
})
