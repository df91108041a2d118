// Room for what is read: the timeline ends above the approval card, and a narrow window has no sidebar unless it is asked for.
import { call, firstOf, reply, scriptByDirective, scriptByTurn } from '../src/simulator/script/builders'
import { expect, test } from './support/story'

const LINES = Array.from({ length: 12 }, (_, n) => `- Line ${n + 1} of the answer.`).join('\n')

test('who reads the end reads it above an approval card, and at the end again when it is gone', async ({
  openWindow,
  plainFolder,
  model,
}) => {
  const asks = scriptByTurn([reply(call('bash', { command: 'touch alpha.made' })), reply('Never mind.')])
  model.script(firstOf(scriptByDirective([{ match: 'Make alpha', script: asks }]), () => reply(LINES)))
  const { home, composer, timeline, approval, page } = await openWindow()
  await home.openFolder(plainFolder)
  for (const n of [1, 2, 3]) {
    await composer.send(`Say ${n}`)
    await expect(timeline.turn(n)).toContainText('Line 12')
  }
  await composer.send('/fork Make alpha')
  await approval.armed.waitFor()
  const bottomOf = async (part: typeof approval.dialog) => {
    const box = await part.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  const stub = timeline.fork('Make alpha')
  await expect(async () => {
    const card = await approval.dialog.boundingBox()
    expect(await bottomOf(stub)).toBeLessThanOrEqual(card?.y ?? 0)
  }).toPass()
  await approval.answer('Deny')
  await expect(approval.dialog).toBeHidden()
  await expect(async () => {
    const feed = page.getByRole('feed', { name: 'Turns' })
    expect((await bottomOf(feed)) - (await bottomOf(stub))).toBeLessThan(60)
  }).toPass()
})

test('a narrow window opens without the sidebar; the button brings it', async ({ openWindow, plainFolder }) => {
  const { home, page } = await openWindow()
  await home.openFolder(plainFolder)
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expect(sidebar).toBeVisible()
  await page.setViewportSize({ width: 880, height: 700 })
  await expect(sidebar).toBeHidden()
  await page.getByRole('button', { name: 'Outline' }).click()
  await expect(sidebar).toBeVisible()
})
