// The demo: a scripted model, everything else real. A person answers what it asks, and three forks come home.
import { execFileSync } from 'node:child_process'
import { AppWindow } from './support/pages/app-window'
import { expect, test } from './support/story'

const CLOSING = 'That is all of them.'

test('the demo plays its tour: it reads, forks three ways, asks, edits, commits and reports', {
  tag: '@electron',
}, async ({ openApp }) => {
  test.setTimeout(120_000)
  const window = await AppWindow.of(await openApp({ args: ['--demo'] }))
  const { home, composer, timeline, approval, inspector } = window
  await home.sampleButton.click()
  await expect(composer.message).toHaveValue('Show me what forks can do')
  await composer.sendButton.click()

  const end = timeline.region.getByText(CLOSING)
  await approval.allowUntil(end)
  await expect(timeline.forks).toHaveCount(3)
  await expect(timeline.group(3, 1)).toContainText('3 done')

  await timeline.forks.first().getByRole('button', { name: 'Open', exact: true }).click()
  await expect(inspector.conversation).toContainText('All 11 tests pass.')
  await inspector.show('Info')
  const folder = await inspector.textOf('Folder')
  const log = execFileSync('git', ['log', '--format=%s', '-2'], { cwd: folder, encoding: 'utf8' })
  expect(log).toBe('fix: the power binds tighter than the sign\nabacus: a small calculator\n')
  expect(window.problems).toEqual([])
})

test('what a person types is answered in a sensible way, and the answers are said to be scripted', async ({
  openApp,
}) => {
  const { home, composer, timeline, page } = await AppWindow.of(await openApp({ args: ['--demo'] }))
  await home.sampleButton.click()
  await expect(page.getByText('demo: scripted model', { exact: true })).toBeVisible()
  await composer.send('What is in package.json?')
  await expect(timeline.turn(1)).toContainText('A small calculator: text in, number out.')
  await composer.send('Good morning')
  await expect(timeline.turn(2)).toContainText('scripted demo model')
})
