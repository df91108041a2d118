// The model starts a fresh agent beside a fork: in words and picture they are not the same, and each result comes home once.
import { call, firstOf, reply, text } from '../src/simulator/script/builders'
import type { Script } from '../src/simulator/script/script'
import { expect, test } from './support/story'

const TASK = 'Find every place where precedence is decided.'

const parent: Script = ({ assistantCount, lastUser }) => {
  if (assistantCount === 0)
    return reply(
      'One that knows all this, one that looks with fresh eyes.',
      call('Agent', { description: 'Precedence map', prompt: TASK, subagent_type: 'explore' }),
      call('Agent', { description: 'Try a table', prompt: 'Write a precedence table.', isolation: 'none' }),
    )
  return reply(text(lastUser.notifications.length > 0 ? 'Both are back.' : 'They work.'))
}

const script = firstOf(
  ({ directive }) => (directive ? reply(text('Result: a table.')) : null),
  ({ body, assistantCount }) =>
    JSON.stringify(body.messages[0]).includes(TASK)
      ? assistantCount === 0
        ? reply(text('I search.'), call('glob', { pattern: '*' }))
        : reply(text('Result: two places.'))
      : null,
  parent,
)

test('a fresh agent stands beside a fork under its turn, named for what it is, and its words open', async ({
  openWindow,
  repository,
  model,
}) => {
  model.script(script)
  const { home, composer, timeline, outline, page } = await openWindow()
  await home.openFolder(repository.folder)
  await composer.send('Look at precedence')
  await expect(timeline.region.getByText('Both are back.').first()).toBeVisible()
  await expect(outline.thread('Precedence map')).toContainText('explore')
  await expect(outline.thread('Try a table')).not.toContainText('explore')
  await expect(timeline.fork(TASK)).toContainText('explore')
  await page.screenshot({ path: test.info().outputPath('agents.png') })
  await outline.thread('Precedence map').click()
  await expect(page.getByText('Result: two places.').first()).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('agent-open.png') })
})
