// How a session looks in its states, in both themes; axe looks as well.
import {
  call,
  firstOf,
  gate,
  reply,
  scriptByDirective,
  scriptByTurn,
  text,
  thinking,
} from '../src/simulator/script/builders'
import { Screens } from './support/screens'
import { expect, test } from './support/story'
import { createWait } from './support/wait-file'

const ANSWER = `There are **three** ways to keep \`sum()\` as it is:

1. *A table* of operators, one row each.
2. A function per level, as in \`src/sum.js\`.

\`\`\`js
// The table decides, the loop only walks.
export const sum = (a, b) => a + b
\`\`\`

| Way | Files | Risk |
|---|---|---|
| table | 2 | low |
| functions | 4 | some |`

const EDIT = { file_path: 'src/product.js', old_string: 'a * b', new_string: 'b * a // commutes' }
const [TABLE, EDITOR, STORY] = ['Table: write the table', 'Editor: turn the product around', 'Story: tell what happens']

test('a session: streaming, forking, asking, finished', async ({ openWindow, repository, model, folder }, info) => {
  test.setTimeout(150_000)
  const wait = createWait(folder)
  const rest = Promise.withResolvers<void>()
  model.script(
    firstOf(
      scriptByDirective([
        {
          match: TABLE,
          script: scriptByTurn([
            reply(
              call('write', { file_path: 'docs/table.md', content: '# Table\n\n| a | b |\n|---|---|\n| 1 | 2 |\n' }),
            ),
            reply(call('bash', { command: 'git add -A && git commit -qm "docs: the table" && git rev-parse HEAD' })),
            reply('**Scope:** the table.\n\n**Result:** it is written.'),
          ]),
        },
        {
          match: EDITOR,
          script: scriptByTurn([
            reply(call('read', { file_path: 'src/product.js' })),
            reply(call('edit', EDIT)),
            reply('Done.'),
          ]),
        },
        {
          match: STORY,
          script: () => reply(thinking('A story.'), text('Once upon a time ', gate(rest.promise), 'it ended.')),
        },
      ]),
      scriptByTurn([
        reply(
          thinking('Let me look.'),
          'I look around.',
          call('read', { file_path: 'src/sum.js' }),
          call('grep', { pattern: 'export' }),
        ),
        reply(
          'And run it.',
          call('bash', { command: `echo $((40 + 1)) passed; echo $((2 - 1)) failed; ${wait.command}` }),
        ),
        reply(ANSWER),
        reply('A second answer.'),
      ]),
    ),
  )
  const { home, composer, timeline, forkDialog, approval, inspector, outline, page } = await openWindow()
  const screens = new Screens(page, info)
  await home.openFolder(repository.folder)
  await screens.look('session-empty')
  await composer.mode('Bypass')
  await composer.send('How can sum() be kept as it is?')
  await expect(timeline.turn(1)).toContainText('1 failed')
  await screens.look('session-running')
  wait.end()
  await expect(timeline.turn(1)).toContainText('The table decides')
  await composer.mode('Ask')
  await composer.send('And now?')
  await expect(timeline.turn(2)).toContainText('A second answer.')

  await timeline.forkFrom(1)
  await forkDialog.directives.fill([TABLE, EDITOR, STORY].join('\n'))
  await expect(forkDialog.forecast).toContainText('tokens shared')
  await screens.look('fork-dialog')
  await forkDialog.startButton.click()
  await expect(approval.place(1, 2)).toBeVisible()
  await approval.turnTo('Editor')
  await approval.armed.waitFor()
  await screens.look('approval-diff')
  await approval.answer('Edit input')
  await screens.look('approval-edited')
  await approval.answer('Edit input')
  await approval.turnTo('Table')
  await approval.answer('Deny with a note')
  await approval.dialog.getByRole('textbox', { name: 'Note' }).fill('Not there')
  await screens.look('approval-note')
  await approval.dialog.getByRole('textbox', { name: 'Note' }).press('Escape')
  await approval.answer('Allow once')
  await approval.turnTo('Table')
  await expect(approval.dialog).toContainText('git commit')
  await screens.look('approval-command')
  await approval.dialog.getByRole('button', { name: 'Inbox' }).click()
  await screens.look('inbox')
  await page.keyboard.press('Escape')
  await approval.turnTo('Table')
  await approval.answer('Allow once')
  await expect(timeline.fork(TABLE)).toContainText('done')
  await approval.dialog.getByRole('button', { name: 'Put away' }).click()
  await screens.look('session-forks')

  await timeline.openFork(TABLE)
  for (const tab of ['Conversation', 'Changes', 'Cost', 'Info'] as const) {
    await inspector.show(tab)
    if (tab === 'Changes') await expect(inspector.changedFiles).toBeVisible()
    await screens.look(`inspector-${tab.toLowerCase()}`)
  }
  await timeline.fork(STORY).getByRole('button', { name: /^Stop/ }).click()
  await expect(timeline.fork(STORY)).toContainText('stopped by you')
  await outline.thread('Main').click()
  await page.reload()
  await expect(timeline.turn(2)).toContainText('A second answer.')
  await page.keyboard.press('Escape')
  await screens.look('session-reopened')
  rest.resolve()
})
