// Step 5: two forks from an old turn into new worktrees; one is kept, one is discarded.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, firstOf, reply, scriptByDirective, scriptByTurn } from '../src/simulator/script/builders'
import { ofFork } from '../src/simulator/script/request-predicates'
import { pictureOf } from './support/checkout-picture'
import { expect, test } from './support/story'
import { messagesOf } from './support/wire'

const TABLE = 'Table: list the sums in docs/sums.md'
const TESTS = 'Tests: cover the product'

const script = firstOf(
  scriptByDirective([
    {
      match: TABLE,
      script: scriptByTurn([
        reply('I write it down.', call('write', { file_path: 'docs/sums.md', content: '# Sums\n\n1 + 1 = 2\n' })),
        reply(call('bash', { command: 'git add -A && git commit -qm "docs: sums" && git rev-parse HEAD' })),
        reply('Result: docs/sums.md is committed.'),
      ]),
    },
    {
      match: TESTS,
      script: scriptByTurn([
        reply(call('read', { file_path: 'src/product.js' })),
        reply(call('edit', { file_path: 'src/product.js', old_string: 'a * b', new_string: 'b * a' })),
        reply('Result: the product is turned around, not committed.'),
      ]),
    },
  ]),
  ({ lastUser }) => reply(`Answer to ${lastUser.said}.`),
)

test('an old turn is forked into two worktrees; the main checkout does not move; one is kept, one discarded', {
  tag: '@electron',
}, async ({ openWindow, repository, model }) => {
  model.script(script)
  repository.write('src/sum.js', 'export const sum = (a, b) => b + a // not committed\n')
  repository.write('new-idea.txt', 'not tracked\n')
  const before = pictureOf(repository)
  const { app, page, home, composer, timeline, forkDialog, inspector } = await openWindow()
  await home.openFolder(repository.folder)
  await composer.mode('Bypass')
  for (const [n, words] of ['one', 'two', 'three'].entries()) {
    await composer.send(words)
    await expect(timeline.turn(n + 1)).toContainText(`Answer to ${words}.`)
  }

  await test.step('two directives are written and their price is known before', async () => {
    await timeline.forkFrom(2)
    await expect(forkDialog.dialog).toHaveAccessibleName('Fork from turn 2')
    await forkDialog.directives.fill(TABLE)
    await expect(forkDialog.startButton).toHaveText(/Start fork/)
    await forkDialog.directives.fill(`${TABLE}\n${TESTS}`)
    await expect(forkDialog.startButton).toHaveText(/Start 2 forks/)
    await forkDialog.place('New worktree').check()
    await expect(forkDialog.dialog).toContainText('+ 2 uncommitted files')
    await expect(forkDialog.forecast).toContainText(/first \$\d.*each next \$\d/)
    await expect(forkDialog.forecast).toContainText('tokens shared')
    await forkDialog.startButton.click()
    await expect(forkDialog.dialog).toBeHidden()
  })

  await test.step('both work in places of their own, which are visible', async () => {
    for (const directive of [TABLE, TESTS]) await expect(timeline.fork(directive)).toContainText('done')
    await expect(timeline.group(2, 2)).toBeVisible()
    const folders = []
    for (const [directive, title] of [
      [TABLE, 'Table'],
      [TESTS, 'Tests'],
    ] as const) {
      await timeline.openFork(directive)
      await expect(inspector.heading).toHaveText(title)
      await inspector.show('Info')
      const branch = await inspector.textOf('Branch')
      const folder = await inspector.textOf('Folder')
      expect(branch).toMatch(/^tine\/(table|tests)-\w+$/)
      expect(folder.startsWith(join(app.dataDir, 'worktrees'))).toBe(true)
      await expect(timeline.fork(directive)).toContainText(branch)
      expect(readFileSync(join(folder, 'new-idea.txt'), 'utf8')).toBe('not tracked\n')
      folders.push(folder)
    }
    expect(new Set(folders).size).toBe(2)
    expect(pictureOf(repository)).toEqual(before)
  })

  await test.step('they know turn 2 and nothing that came after it', async () => {
    for (const request of model.requests.filter(ofFork())) {
      const said = JSON.stringify(messagesOf(request))
      expect(said).toContain('Answer to two.')
      expect(said).not.toContain('three')
    }
  })

  await test.step('the diff of each can be read, and one is kept', async () => {
    await timeline.openFork(TABLE)
    await inspector.show('Changes')
    await expect(inspector.changedFiles).toContainText('docs/sums.md')
    await expect(inspector.region).toContainText('1 + 1 = 2')
    await inspector.region.getByRole('button', { name: 'Keep', exact: true }).click()
    await expect(inspector.region).toContainText('kept since')
    await timeline.openFork(TESTS)
    await inspector.show('Changes')
    await expect(inspector.changedFiles).toContainText('src/product.js')
    await expect(inspector.region).toContainText('b * a')
  })

  await test.step('discarding work that exists nowhere else is refused, unless confirmed; its folder is moved, not deleted', async () => {
    const { region } = inspector
    await inspector.show('Info')
    const folder = await inspector.textOf('Folder')
    await inspector.show('Changes')
    await region.getByRole('button', { name: 'Discard', exact: true }).click()
    const question = page.getByRole('dialog', { name: /^Discard “Tests”\?$/ })
    await expect(question).toContainText('exists nowhere else')
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(existsSync(folder)).toBe(true)
    await region.getByRole('button', { name: 'Discard', exact: true }).click()
    await question.getByRole('button', { name: 'Discard all of this' }).click()
    await expect(region).toContainText(join(app.dataDir, 'rescued'))
    await expect(timeline.fork(TESTS)).toContainText('discarded')
    expect(existsSync(folder)).toBe(false)
    const [rescued = ''] = readdirSync(join(app.dataDir, 'rescued'))
    const moved = readdirSync(join(app.dataDir, 'rescued', rescued), { recursive: true }).map(String)
    expect(moved).toContainEqual(expect.stringContaining('product.js'))
    expect(pictureOf(repository)).toEqual(before)
  })
})
