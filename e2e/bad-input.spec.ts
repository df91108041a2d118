// What a person can enter wrong, and addresses that lead nowhere.
import { reply } from '../src/simulator/script/builders'
import { temporaryRepository } from '../src/testing/temporary-repository'
import { expect, test } from './support/story'

test('no directive, too many and one too long are refused in words, and what was written stays', async ({
  openWindow,
  plainFolder,
  model,
}) => {
  model.script(() => reply('Yes.'))
  const { home, composer, timeline, forkDialog, outline } = await openWindow()
  await home.openFolder(plainFolder)
  await composer.send('Hello')
  await expect(timeline.turn(1)).toContainText('Yes.')
  await timeline.forkFrom(1)
  await forkDialog.startButton.click()
  await expect(forkDialog.directives).toHaveAccessibleDescription('Write at least one directive.')
  await forkDialog.directives.fill('\n  \n')
  await expect(forkDialog.directives).toHaveAccessibleDescription('Write at least one directive.')
  const many = Array.from({ length: 17 }, (_, n) => `Way ${n + 1}`).join('\n')
  await forkDialog.directives.fill(many)
  await expect(forkDialog.directives).toHaveAccessibleDescription(/At most 16 forks start at once; these are 17/)
  await forkDialog.directives.fill('x'.repeat(100_001))
  await expect(forkDialog.directives).toHaveAccessibleDescription(/at most 100,000 characters/)
  await forkDialog.startButton.click()
  await expect(forkDialog.dialog).toBeVisible()
  await expect(outline.rows).toHaveCount(1)
})

test('in a repository without a commit a worktree cannot be chosen, and it says why', async ({ openWindow, model }) => {
  const unborn = temporaryRepository({ name: 'unborn' })
  model.script(() => reply('Yes.'))
  const { home, composer, timeline, forkDialog } = await openWindow()
  await home.openFolder(unborn.folder)
  await composer.send('Hello')
  await expect(timeline.turn(1)).toContainText('Yes.')
  await timeline.forkFrom(1)
  await forkDialog.directives.fill('Begin')
  await expect(forkDialog.dialog).toContainText('the repository has no commit yet')
  await expect(forkDialog.place('New worktree')).toBeDisabled()
  await forkDialog.startButton.click()
  await expect(timeline.fork('Begin')).toContainText('done')
  unborn.remove()
})

test('a fork of a turn that has no answer yet cannot be asked for', async ({ openWindow, plainFolder, model }) => {
  const hold = model.hold()
  const { home, composer, timeline, forkDialog } = await openWindow()
  await home.openFolder(plainFolder)
  await composer.send('Hello')
  await hold.arrived
  const button = timeline.turn(1).getByRole('button', { name: 'Fork from turn 1' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.click({ force: true })
  await expect(forkDialog.dialog).toBeHidden()
  hold.release()
  await expect(button).toHaveAttribute('aria-disabled', 'false')
})

test('a session that does not exist, and a page without its token, say so', async ({ openWindow }) => {
  const { page, timeline } = await openWindow()
  await page.evaluate(() => {
    location.hash = '#/session/ses_00000000000000000000000000'
  })
  await expect(timeline.region.getByRole('alert')).toBeVisible()
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(new URL('/', page.url()).href)
  await expect(page.getByRole('heading', { name: 'This page has no token' })).toBeVisible()
  await page.goto('about:blank')
})
