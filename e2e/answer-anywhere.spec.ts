// Questions are told of while nobody looks, answered from the inbox, and say what was changed and why they can be allowed only once.
import { call, firstOf, reply, scriptByDirective, scriptByTurn } from '../src/simulator/script/builders'
import { Screens } from './support/screens'
import { expect, test } from './support/story'

const touch = (name: string) => reply(call('bash', { command: `touch ${name}.made` }))

test('a question is told by the system while the page is not in front, without what it is about', async ({
  openWindow,
  plainFolder,
  model,
}) => {
  model.script(
    firstOf(
      scriptByDirective([{ match: 'Make', script: scriptByTurn([touch('secret'), reply('Result: made.')]) }]),
      ({ lastUser }) => reply(`Answer to ${lastUser.said}.`),
    ),
  )
  const { page, home, composer, timeline, settings, approval } = await openWindow()
  await page.context().grantPermissions(['notifications'])
  await page.evaluate(() => {
    const told: { title: string; body: string | undefined }[] = []
    class Told extends EventTarget {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      constructor(title: string, options?: NotificationOptions) {
        super()
        told.push({ title, body: options?.body })
      }
      close() {}
    }
    Object.assign(window, { Notification: Told, told })
  })
  const told = () => page.evaluate(() => Reflect.get(window, 'told'))
  await home.openFolder(plainFolder)
  await composer.send('Hello')
  await expect(timeline.turn(1)).toContainText('Answer to Hello.')
  await composer.send('/fork Make one')
  await approval.answer('Allow once')
  await expect(timeline.fork('Make one')).toContainText('done')
  expect(await told()).toEqual([])

  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await settings
    .field('Notifications while the window is not in front')
    .selectOption({ label: 'From a browser as well' })
  await settings.save()
  await settings.back()
  await page.evaluate(() => Object.assign(document, { hasFocus: () => false }))
  await composer.send('/fork Make two')
  await expect.poll(told).toEqual([{ title: 'Fork “Make two” asks', body: 'It wants to use bash.' }])
  await expect(page).toHaveTitle(/^\(1\) /)
  await approval.answer('Deny')
  await expect(page).not.toHaveTitle(/^\(/)
})

test('a question is unfolded and answered in the inbox, and what was changed in another is shown there', async ({
  openWindow,
  plainFolder,
  model,
}, info) => {
  model.script(
    firstOf(
      scriptByDirective([
        { match: 'Make one', script: scriptByTurn([touch('one'), reply('Result: one.')]) },
        { match: 'Make two', script: scriptByTurn([touch('two'), reply('Result: two.')]) },
        { match: 'Push', script: scriptByTurn([reply(call('bash', { command: 'git push --force' })), reply('No.')]) },
      ]),
      ({ lastUser }) => reply(`Answer to ${lastUser.said}.`),
    ),
  )
  const { page, home, composer, timeline, approval } = await openWindow()
  const screens = new Screens(page, info)
  await home.openFolder(plainFolder)
  await composer.send('Hello')
  await expect(timeline.turn(1)).toContainText('Answer to Hello.')
  await composer.send('/fork Make one')
  await approval.answer('Edit input')
  await approval.dialog.getByRole('textbox').fill('touch other.made')
  await expect(approval.button('Allow for this fork')).toHaveAttribute('aria-disabled', 'true')
  await expect(approval.dialog).toContainText('You changed the input')
  await screens.look('approval-edited')
  await approval.answer('Allow once')
  await expect(timeline.fork('Make one')).toContainText('done')

  await composer.send('/fork Make two')
  await expect(timeline.fork('Make two')).toContainText('waiting for approval')
  await home.open()
  await page.keyboard.press('a')
  const inbox = page.getByRole('dialog', { name: 'Inbox', exact: true })
  const [open, decided] = [inbox.getByRole('listitem').first(), inbox.getByRole('listitem').last()]
  await expect(open).toContainText('fork “Make two”')
  await decided.getByRole('button').click()
  await expect(decided.locator('ins')).toContainText('other')
  await open.getByRole('button', { name: /touch two.made/ }).click()
  await expect(open).toContainText('Why asked')
  await screens.look('inbox-unfolded')
  await open.getByRole('button', { name: 'Allow once' }).and(page.locator(':not([aria-disabled])')).click()
  await expect(inbox).toContainText('Nothing waits for you.')
  await expect(inbox.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await home.openSession('Hello')
  await expect(timeline.fork('Make two')).toContainText('done')

  await composer.send('/fork Push')
  await approval.armed.waitFor()
  await expect(approval.button('Allow for this project')).toHaveAttribute('aria-disabled', 'true')
  await expect(approval.dialog).toContainText('no rule that reaches so far')
  await approval.dialog.focus()
  await page.keyboard.press('p')
  await expect(approval.dialog).toBeVisible()
  await page.keyboard.press('n')
  await expect(approval.dialog).toBeHidden()
})
