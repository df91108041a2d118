// Step 4: the model forks three ways in one turn; what they ask rises to the person, what they find comes back to it once.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../src/simulator/script/builders'
import { ofFork } from '../src/simulator/script/request-predicates'
import type { Script } from '../src/simulator/script/script'
import { expect, test } from './support/story'
import { lastUserOf, reportsIn } from './support/wire'

const FORKS = [
  { title: 'Lexer', directive: 'Write the lexer into lexer.txt.', command: 'echo lexer > lexer.txt' },
  { title: 'Parser', directive: 'Write the parser into parser.txt.', command: 'echo parser > parser.txt' },
  { title: 'Docs', directive: 'Describe the grammar.', command: null },
] as const
const [LEXER, PARSER, DOCS] = FORKS

const worker = (command: string): Script =>
  scriptByTurn([
    reply('I write it.', call('bash', { command })),
    reply(`Scope: one file. Result: ${command.split(' ')[1]} is written.`),
  ])

/** The main agent: forks at first, talks when it is talked to, takes note of what comes back. */
const parent: Script = ({ lastUser, assistantCount }) => {
  if (assistantCount === 0)
    return reply(
      'Three ways at once.',
      ...FORKS.map(({ title, directive }) => call('Agent', { description: title, prompt: directive })),
    )
  if (lastUser.notifications.length > 0) return reply(`Noted: ${lastUser.notifications.length} came back.`)
  if (lastUser.said.includes('Are you there')) return reply('I am; they work.')
  return reply('They are at work, and I go on.')
}

const script = firstOf(
  scriptByDirective([
    { match: LEXER.directive, script: worker(LEXER.command) },
    { match: PARSER.directive, script: worker(PARSER.command) },
    { match: DOCS.directive, script: () => reply(text('Result: the grammar is described.')) },
  ]),
  parent,
)

test('the model forks three ways; two ask at the same moment, the parent goes on, each report comes back once', {
  tag: '@electron',
}, async ({ openWindow, repository, model }) => {
  model.script(script)
  const docs = model.hold(ofFork(DOCS.directive), { afterEvents: 3 })
  const { home, composer, timeline, approval, outline, inspector } = await openWindow()
  await home.openFolder(repository.folder)
  await composer.send('Split the work')

  await test.step('three stubs leave the turn and say what they do', async () => {
    await expect(timeline.forks).toHaveCount(3)
    await expect(timeline.group(3, 1)).toBeVisible()
    for (const { title, directive } of FORKS) {
      await expect(timeline.fork(directive)).toContainText(title)
      await expect(timeline.fork(directive)).toContainText('tine/')
      await expect(outline.thread(title)).toBeVisible()
    }
    await expect(timeline.fork(LEXER.directive)).toContainText('waiting for approval')
    await expect(timeline.fork(PARSER.directive)).toContainText('waiting for approval')
    await docs.arrived
    await expect(timeline.fork(DOCS.directive)).toContainText('streaming')
  })

  await test.step('the parent has gone on, and answers while they work', async () => {
    await expect(timeline.turn(1)).toContainText('They are at work, and I go on.')
    await composer.send('Are you there?')
    await expect(timeline.turn(2)).toContainText('I am; they work.')
  })

  await test.step('each question says which fork asks, for what, and in which folder', async () => {
    await expect(approval.place(1, 2)).toBeVisible()
    for (const { title, directive, command } of [LEXER, PARSER]) {
      await approval.turnTo(title)
      await expect(approval.dialog).toContainText(directive)
      await expect(approval.dialog).toContainText(command)
      await approval.dialog.getByRole('button', { name: title, exact: true }).click()
      await inspector.show('Info')
      const folder = await inspector.textOf('Folder')
      expect(folder).toContain(join('worktrees', ''))
      await expect(approval.dialog).toContainText(folder)
    }
    await inspector.close()
    for (const _ of [LEXER, PARSER]) await approval.answer('Allow once')
    await expect(approval.dialog).toBeHidden()
  })

  await test.step('three reports come back, each once', async () => {
    docs.release()
    for (const { title, directive } of FORKS) {
      await expect(timeline.fork(directive)).toContainText('done')
      await expect(timeline.report(title)).toHaveCount(1)
    }
    await expect(timeline.region.getByText(/^Noted: /).first()).toBeVisible()
    await expect(outline.thread('Main')).toContainText('idle')
    const last = model.requests.findLast((request) => !ofFork()(request))
    expect(lastUserOf(last).notifications.length).toBeGreaterThan(0)
    const reports = reportsIn(last)
    expect(reports).toHaveLength(3)
    expect(new Set(reports).size).toBe(3)
  })

  await test.step('what they wrote stands in their own folders, not in the checkout', async () => {
    expect(existsSync(join(repository.folder, 'lexer.txt'))).toBe(false)
    expect(repository.git('status', '--porcelain')).toBe('')
    await timeline.openFork(LEXER.directive)
    await inspector.show('Info')
    const folder = await inspector.textOf('Folder')
    expect(readFileSync(join(folder, 'lexer.txt'), 'utf8')).toBe('lexer\n')
  })
})
