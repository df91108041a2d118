// Two sessions that every screen has something to show of.
import { call, firstOf, reply, scriptByDirective, scriptByTurn, thinking } from '../../src/simulator/script/builders'
import type { Simulator } from '../../src/simulator/start-simulator'
import type { PictureApp } from './picture-app'
import { after, Stage } from './stage'

/** What a test runner prints, in its colours. */
const TESTS = String.raw`printf '\033[1m src/sum.test.js\033[0m\n\033[32m ✓ adds two numbers\033[0m \033[2m1 ms\033[0m\n\033[31m ✗ multiplies\033[0m\n   \033[33mexpected <b>6</b> to be 7\033[0m\n\033[7m FAIL \033[0m 1 of 2\n'; exit 1`

const ANSWER = `The table decides; \`sum()\` stays as it is.

\`\`\`js
export const table = [
  ['+', (a, b) => a + b],
  ['*', (a, b) => a * b],
]
\`\`\`

- One row for each operator, in the order of its power.
- What is not in it is an error that names its column.`

const edit = (to: string) => call('edit', { file_path: 'src/sum.js', old_string: 'a + b', new_string: to })
const runTests = (passed: number, failed: number) =>
  call('bash', {
    command: `node --test 2>/dev/null; echo "# pass ${passed}"; echo "# fail ${failed}"; [ ${failed} = 0 ]`,
  })

const scriptOf = (app: PictureApp) =>
  firstOf(
    scriptByDirective([
      {
        match: 'Table',
        script: scriptByTurn([
          reply(thinking('Where are they?'), call('read', { file_path: 'src/sum.js' })),
          reply(
            'I write the table first.',
            edit('b + a'),
            call('write', { file_path: 'src/table.js', content: 'export {}\n' }),
          ),
          reply(runTests(104, 0)),
          after(app, 154_000, reply('**Scope:** a table.\n\n**Result:** all 104 cases hold. `sum()` is unchanged.')),
        ]),
      },
      {
        match: 'Grammar',
        script: scriptByTurn([
          reply(edit('a + b + 0'), call('write', { file_path: 'src/grammar.peg', content: 'sum = a "+" b\n' })),
          reply(runTests(96, 8)),
          after(app, 98_000, reply('**Result:** 8 cases fail; nested templates cannot be told apart.')),
        ]),
      },
      { match: 'Editor', script: () => reply(edit('Number(a) + Number(b)')) },
    ]),
    ({ lastUser }) => (lastUser.said.startsWith('Notes') ? reply('Noted.') : null),
    scriptByTurn([
      reply(
        thinking('Three ways come to mind.'),
        call('grep', { pattern: 'export' }),
        call('read', { file_path: 'src/sum.js' }),
        call('bash', { command: TESTS }),
        call('read', { file_path: 'docs/home.png' }),
      ),
      reply(ANSWER),
      reply('A second answer.'),
    ]),
  )

interface Shown {
  sessionId: string
  /** Two that are done, one that asks. */
  forks: readonly string[]
}

/** Makes the sessions; resolves when everything is as it is shown. */
export async function allScreens(app: PictureApp, model: Simulator, folder: string, plain: string): Promise<Shown> {
  const stage = new Stage(app)
  const script = scriptOf(app)
  // No two things happen at the same moment.
  model.script(async (context) => {
    await app.advance(1000)
    return script(context)
  })
  const notes = await stage.session(plain, 'default')
  await stage.say(notes.threadId, 'Notes of the week')
  await app.advance(3 * 3_600_000)
  const { sessionId, threadId } = await stage.session(folder, 'bypassPermissions')
  const turnId = await stage.say(threadId, 'How can sum() be kept as it is?')
  // One after the other: time goes by while each works.
  const table = await stage.fork(threadId, turnId, ['Table: one row for each operator'])
  const grammar = await stage.fork(threadId, turnId, ['Grammar: a PEG grammar'])
  await stage.say(threadId, 'And now?')
  await app.host.call('thread.configure', { threadId, permissionMode: 'default' })
  const asking = await stage.fork(threadId, turnId, ['Editor: numbers only'], {
    isolation: 'none',
    until: 'waiting-approval',
  })
  return { sessionId, forks: [...table, ...grammar, ...asking] }
}
