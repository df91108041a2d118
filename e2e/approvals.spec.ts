// Questions of forks: answered in a row from the keyboard, edited, allowed for longer, and never by accident.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { call, firstOf, reply, scriptByDirective, scriptByTurn } from '../src/simulator/script/builders'
import { ofFork } from '../src/simulator/script/request-predicates'
import { KeyboardOnly } from './support/keyboard-only'
import { expect, test } from './support/story'
import { lastUserOf } from './support/wire'

const touch = (name: string) => call('bash', { command: `touch ${name}.made` })
const answering = ({ lastUser }: { lastUser: { said: string } }) => reply(`Answer to ${lastUser.said}.`)

test('five questions of four forks are answered from the keyboard: Y, Y, E, Y, N', async ({
  openWindow,
  plainFolder,
  model,
}) => {
  const asks = (...names: string[]) =>
    scriptByTurn([...names.map((name) => reply(touch(name))), reply('Result: made.')])
  model.script(
    firstOf(
      scriptByDirective([
        { match: 'Make alpha', script: asks('alpha', 'second-alpha') },
        { match: 'Make beta', script: asks('beta') },
        { match: 'Make gamma', script: asks('gama') },
        { match: 'Make delta', script: asks('delta') },
      ]),
      answering,
    ),
  )
  const window = await openWindow()
  const { timeline, approval } = window
  const keys = await KeyboardOnly.of(window)
  await keys.openFolder(plainFolder)
  await keys.say('Hello')
  await expect(timeline.turn(1)).toContainText('Answer to Hello.')
  for (const name of ['alpha', 'beta', 'gamma', 'delta']) {
    await keys.say(`/fork Make ${name}`)
    await expect(timeline.fork(`Make ${name}`)).toContainText('waiting for approval')
  }
  await expect(approval.place(1, 4)).toBeVisible()
  await keys.walkTo(timeline.reachable)
  await keys.press('a')
  await keys.expectFocus(approval.dialog)

  const press = async (key: string, command: string) => {
    await expect(approval.dialog).toContainText(command)
    await approval.armed.waitFor()
    await keys.press(key)
  }
  await press('y', 'touch alpha.made')
  await press('y', 'touch beta.made')
  await press('e', 'touch gama.made')
  const field = approval.dialog.getByRole('textbox')
  await keys.expectFocus(field)
  await keys.press('ControlOrMeta+a')
  await keys.type('touch gamma.made')
  await keys.press('ControlOrMeta+Enter')
  await press('y', 'touch delta.made')
  await press('n', 'touch second-alpha.made')

  await expect(approval.dialog).toBeHidden()
  // The card is gone; the keyboard is where it was before.
  await keys.expectFocus(timeline.reachable)
  await keys.expectUnused()
  for (const name of ['alpha', 'beta', 'gamma', 'delta'])
    await expect(timeline.fork(`Make ${name}`)).toContainText('done')
  expect(readdirSync(plainFolder).sort()).toEqual(['alpha.made', 'beta.made', 'delta.made', 'gamma.made', 'todo.txt'])
  const gamma = model.requests.findLast(ofFork('Make gamma'))
  expect(JSON.stringify(gamma?.body)).toContain('touch gamma.made')
})

test('a key that falls on a card in the moment it appears approves nothing', async ({
  openWindow,
  plainFolder,
  model,
}) => {
  model.script(scriptByTurn([reply(touch('first')), reply('Never mind.')]))
  const { home, composer, timeline, approval, page } = await openWindow()
  await home.openFolder(plainFolder)
  const pressed = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        new MutationObserver((_, observer) => {
          const card = document.querySelector<HTMLElement>('[role="dialog"][aria-label="Approval"]')
          if (!card) return
          observer.disconnect()
          card.focus()
          card.dispatchEvent(new KeyboardEvent('keydown', { key: 'y', bubbles: true, cancelable: true }))
          card.querySelector('button')?.click()
          resolve(true)
        }).observe(document.body, { childList: true, subtree: true })
      }),
  )
  await composer.send('Make it')
  expect(await pressed).toBe(true)
  await approval.armed.waitFor()
  expect(existsSync(join(plainFolder, 'first.made'))).toBe(false)
  expect(model.requests).toHaveLength(1)
  await approval.answer('Deny')
  await expect(timeline.turn(1)).toContainText('Never mind.')
})

test('a word begun in the message field is text; Escape leads from there to the card', async ({
  openWindow,
  plainFolder,
  model,
}) => {
  model.script(scriptByTurn([reply(touch('first')), reply('Made.')]))
  const { home, composer, timeline, approval, page } = await openWindow()
  await home.openFolder(plainFolder)
  await composer.send('Make it')
  await approval.armed.waitFor()
  await expect(composer.message).toBeFocused()
  await page.keyboard.type('please', { delay: 400 })
  await expect(composer.message).toHaveValue('please')
  await page.keyboard.press('Escape')
  await expect(composer.message).toHaveValue('')
  expect(existsSync(join(plainFolder, 'first.made'))).toBe(false)
  await page.keyboard.press('Escape')
  await expect(approval.dialog).toBeFocused()
  await page.keyboard.press('y')
  await expect(timeline.turn(1)).toContainText('Made.')
})

test('F on a turn forks it while a question is up, and permits nothing', async ({ openWindow, plainFolder, model }) => {
  model.script(scriptByTurn([reply('Hi.'), reply(touch('first')), reply('Made.')]))
  const { home, composer, timeline, forkDialog, approval, page } = await openWindow()
  await home.openFolder(plainFolder)
  await composer.send('Hello')
  await expect(timeline.turn(1)).toContainText('Hi.')
  await composer.send('Make it')
  await approval.armed.waitFor()
  await timeline.turn(1).focus()
  await page.keyboard.press('f')
  await expect(forkDialog.dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await approval.dialog.focus()
  await page.keyboard.press('n')
  await expect(approval.dialog).toBeHidden()
  expect(existsSync(join(plainFolder, 'first.made'))).toBe(false)
})

test('what is allowed for a fork is asked again in another; what is allowed for the session is not', async ({
  openWindow,
  plainFolder,
  model,
}) => {
  const twice = scriptByTurn([reply(touch('a')), reply(touch('a')), reply('Result: done.')])
  model.script(firstOf(scriptByDirective([{ match: /one|two|three/, script: twice }]), answering))
  const { home, composer, timeline, approval } = await openWindow()
  await home.openFolder(plainFolder)
  await composer.send('Hello')
  await expect(timeline.turn(1)).toContainText('Answer to Hello.')
  await composer.send('/fork one')
  await expect(approval.dialog).toContainText(/touch a\.made|Edit\(/)
  await approval.answer('Allow for this fork')
  await expect(timeline.fork('one')).toContainText('done')
  await composer.send('/fork two')
  await expect(timeline.fork('two')).toContainText('waiting for approval')
  await approval.answer('Allow for this session')
  await expect(timeline.fork('two')).toContainText('done')
  await composer.send('/fork three')
  await expect(timeline.fork('three')).toContainText('done')
  await expect(approval.dialog).toBeHidden()
})

test('the inbox has all questions and says who decided the past ones; a fork is stopped from its card', async ({
  openWindow,
  plainFolder,
  model,
}) => {
  model.script(
    firstOf(
      scriptByDirective([{ match: 'Make', script: scriptByTurn([reply(touch('a')), reply('Made.')]) }]),
      answering,
    ),
  )
  const { home, composer, timeline, approval, page } = await openWindow()
  await home.openFolder(plainFolder)
  await composer.send('Hello')
  await expect(timeline.turn(1)).toContainText('Answer to Hello.')
  await composer.send('/fork Make one')
  await approval.answer('Allow once')
  await expect(timeline.fork('Make one')).toContainText('done')
  await composer.send('/fork Make two')
  await expect(timeline.fork('Make two')).toContainText('waiting for approval')
  await approval.dialog.getByRole('button', { name: 'Inbox' }).click()
  const inbox = page.getByRole('dialog', { name: 'Inbox', exact: true })
  const [open, decided] = [inbox.getByRole('listitem').first(), inbox.getByRole('listitem').last()]
  await expect(open).toContainText('touch a.made')
  await expect(decided).toContainText(/allowed.*by you/i)
  await open.getByRole('button', { name: 'Review' }).click()
  await expect(approval.dialog).toBeFocused()
  await approval.armed.waitFor()
  await approval.dialog.getByRole('button', { name: 'Stop this fork' }).click()
  await expect(timeline.fork('Make two')).toContainText('stopped by you')
  await expect(approval.dialog).toBeHidden()
  expect(lastUserOf(model.requests.at(-1)).said).toContain('Make two')
})
