// The library: what a project keeps as files, what of it counts, why the rest does not, and how that changes when it is trusted.
import { call, reply } from '../src/simulator/script/builders'
import { Screens } from './support/screens'
import { expect, test } from './support/story'

const FILES = {
  'CLAUDE.md': 'Use tabs. See @docs/style.md and @../outside.md',
  'docs/style.md': 'Short words.',
  'src/AGENTS.md': 'Src has rules.',
  '.claude/agents/reviewer.md':
    '---\ndescription: Reviews changes before they are committed.\ntools: Read, Grep\nmodel: haiku\n---\nReview.\n',
  '.claude/agents/odd.md': '---\ndescription: [\n---\nOdd.\n',
  '.claude/commands/fix.md': '---\ndescription: Fixes an issue.\nargument-hint: [issue]\n---\nFix $1.\n',
  '.claude/skills/fix/SKILL.md':
    '---\ndescription: Fixes an issue, with its test.\ncolour: red\n---\nFix $ARGUMENTS.\n',
  '.claude/skills/release/SKILL.md':
    '---\ndescription: Makes a release.\ncontext: fork\nallowed-tools: Bash(git tag:*), Read\n---\nRelease.\n',
}

test('lists what there is by kind and state, by key and palette, and trust makes it count; the model then uses a skill', async ({
  openWindow,
  repository,
  model,
}, info) => {
  test.setTimeout(120_000)
  for (const [path, text] of Object.entries(FILES)) repository.write(path, text)
  model.script(({ lastUser }) =>
    lastUser.said === 'Fix 7' ? reply(call('Skill', { skill: 'fix', args: '7' })) : reply('Done.'),
  )
  const { home, library, composer, timeline, page } = await openWindow()
  const screens = new Screens(page, info)
  await page.keyboard.press('l')
  await expect(page.getByRole('heading', { name: 'No project yet' })).toBeVisible()
  await screens.look('library-empty')
  await page.getByRole('button', { name: 'Back' }).click()
  await home.askForFolder(repository.folder)
  const dialog = page.getByRole('dialog', { name: 'Trust this project?' })
  await dialog.getByRole('button', { name: 'Keep restricted' }).click()
  await expect(dialog).toBeHidden()
  await expect(composer.message).toBeVisible()

  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog', { name: 'Search or run' }).getByRole('combobox').fill('skills')
  await page.getByRole('option', { name: 'Library' }).click()
  await expect(library.heading).toBeFocused()
  await expect(library.row('Agents', 'reviewer')).toContainText('inert')
  await expect(library.row('Agents', 'explore')).toContainText('built in')
  await expect(library.row('Agents', 'odd.md')).toContainText('broken')
  await expect(library.row('Agents', 'odd.md')).toContainText(/\.claude\/agents\/odd\.md, line \d/)
  await expect(library.row('Commands', '/fix')).toContainText('overshadowed')
  await expect(library.row('Commands', '/fix')).toContainText('“fix” calls .claude/skills/fix/SKILL.md.')
  await expect(library.row('Skills', '/fix')).toContainText('“colour” does not count here.')
  await expect(library.row('Skills', '/release')).toContainText('isolated')
  await expect(library.row('Memory', 'docs/style.md')).toContainText('Imported by CLAUDE.md')
  await expect(library.row('Memory', 'src/AGENTS.md')).toContainText('when a file in its folder is first read')
  await expect(library.row('Memory', '@../outside.md')).toContainText('outside of what may be read')
  await expect(library.section('Hooks')).toContainText('.claude/settings.json')
  await expect(library.section('Tool servers')).toContainText('.mcp.json')
  await screens.look('library-restricted')

  await page.getByRole('button', { name: 'Look at it' }).click()
  await dialog.getByRole('button', { name: 'Trust this project' }).click()
  await expect(library.row('Agents', 'reviewer')).toContainText('active')
  await expect(library.row('Skills', '/fix')).toContainText('you and the model')
  await expect(page.getByRole('button', { name: 'Look at it' })).toBeHidden()
  await screens.look('library-trusted')
  await page.getByRole('button', { name: 'Back' }).click()
  await composer.send('Fix 7')
  await expect(timeline.turn(1)).toContainText('Done.')
  expect(JSON.stringify(model.requests.at(-1)?.body?.messages)).toContain('Fix 7.')
})

test('forks are turned off for one session in the palette, and said in its facts', async ({
  openWindow,
  repository,
}) => {
  const { home, composer, timeline, inspector, page } = await openWindow()
  await home.openFolder(repository.folder)
  await composer.send('Hello')
  await expect(timeline.turn(1)).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Search or run' })
  await page.keyboard.press('ControlOrMeta+k')
  await palette.getByRole('combobox').fill('forks off')
  await page.getByRole('option', { name: 'Turn forks off in this session' }).click()
  await page.keyboard.press('ControlOrMeta+k')
  await palette.getByRole('combobox').fill('show info')
  await page.getByRole('option', { name: 'Show info', exact: true }).click()
  const choice = inspector.region.getByLabel('Forks')
  await expect(choice).toHaveValue('off')
  await choice.selectOption('as in Settings')
  await expect(choice).toHaveValue('setting')
})
