// Forks in every state at once, as a person sees them: words, lanes and offers, in both themes and after a restart; axe looks as well.

import { errorAnswer, rateLimited } from '../src/simulator/faults/fault'
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
import { ofFork } from '../src/simulator/script/request-predicates'
import { Screens } from './support/screens'
import { expect, test } from './support/story'
import { createWait } from './support/wait-file'

const ANSWER = `The public surface is only \`parse()\`, \`tokenize()\` and the Node types, so the inside is free to change. Three ways:

1. **Recursive descent.** One function per precedence level. Best errors, most code.
2. **PEG.** A grammar file and a generated parser. Smallest source, one new dev dependency.
3. **Regex.** One tokeniser with named groups, a Pratt loop on top.`

/** What a test runner prints, in its colours. */
const TESTS = String.raw`printf '\033[1m src/sum.test.js\033[0m\n\033[32m ✓ adds two numbers\033[0m \033[2m1 ms\033[0m\n\033[31m ✗ multiplies\033[0m\n   \033[33mexpected <b>6</b> to be 7\033[0m\n\033[7m FAIL \033[0m 1 of 2\n'; exit 1`

const [CALLERS, ABNF, SHIM, PORT] = ['Inventory of callers', 'ABNF generator', 'v1 shim', 'Port every example']
const [DESCENT, PEG, REGEX, DOCS, LITERALS] = [
  'Recursive descent',
  'PEG',
  'Regex',
  'Docs: grammar page',
  'Number literals',
]

test('forks in every state', async ({ openWindow, repository, model, folder }, info) => {
  test.setTimeout(150_000)
  const wait = createWait(folder)
  const rest = Promise.withResolvers<void>()
  model.faults.when(ofFork(SHIM), errorAnswer('permission_error', 403, 'Your key may not use this model.'))
  model.faults.when(ofFork(DOCS), rateLimited(600))
  model.script(
    firstOf(
      scriptByDirective([
        {
          match: CALLERS,
          script: scriptByTurn([
            reply(call('write', { file_path: 'docs/callers.md', content: 'cli\ntests\n' })),
            reply('**Scope:** the callers.\n\n**Result:** four callers, listed in docs/callers.md.'),
          ]),
        },
        { match: ABNF, script: () => reply('Written.') },
        { match: PORT, script: () => reply(call('read', { file_path: 'src/sum.js' })) },
        {
          match: DESCENT,
          script: scriptByTurn([
            reply(
              thinking('Where is chain() called?'),
              call('grep', { pattern: 'export' }),
              call('read', { file_path: 'src/sum.js' }),
            ),
            reply(
              'The token stream separates cleanly.',
              call('edit', { file_path: 'src/sum.js', old_string: 'a + b', new_string: 'b + a' }),
            ),
            reply(call('bash', { command: `printf '\\033[32m61 passed\\033[0m\\n'; ${wait.command}` })),
          ]),
        },
        { match: PEG, script: () => reply(call('bash', { command: 'curl https://registry.example/peggy' })) },
        {
          match: REGEX,
          script: scriptByTurn([
            reply(call('bash', { command: TESTS })),
            reply('96 of 104 pass; nested templates fail. Not advised.'),
          ]),
        },
        { match: LITERALS, script: () => reply(text('Looking ', gate(rest.promise))) },
      ]),
      scriptByTurn([
        reply(call('read', { file_path: 'src/sum.js' }), call('grep', { pattern: 'sum' })),
        reply('Four callers: the CLI, two tests and docs/playground.'),
        reply(
          thinking('Three ways come to mind.'),
          call('read', { file_path: 'src/sum.js' }),
          call('read', { file_path: 'src/product.js' }),
          call('bash', { command: TESTS }),
          call('bash', { command: 'git log --oneline' }),
          call('read', { file_path: 'README.md' }),
        ),
        reply(ANSWER),
      ]),
    ),
  )
  const window = await openWindow()
  const { home, composer, timeline, forkDialog, inspector, settings, outline, approval, page } = window
  const screens = new Screens(page, info)
  await home.openFolder(repository.folder)
  await page.getByRole('button', { name: 'Settings' }).click()
  await settings.field('Steps of a fork, requests').fill('4')
  await settings.field('At the same time, forks').fill('4')
  await settings.save()
  await settings.back()
  await composer.mode('Bypass')
  await composer.send('Who outside src/ calls sum(), and with which options?')
  await expect(timeline.turn(1)).toContainText('Four callers')
  await composer.send('Split src/sum.js. Which ways do you see?')
  await expect(timeline.turn(2)).toContainText('Three ways')

  const fork = async (n: number, ...directives: string[]) => {
    await timeline.forkFrom(n)
    await forkDialog.directives.fill(directives.join('\n'))
    await forkDialog.startButton.click()
    await forkDialog.dialog.waitFor({ state: 'detached' })
  }
  await expect(page.getByText('No forks yet')).toBeVisible()
  await expect(timeline.turn(2).getByRole('button', { name: /^Read 2 files/ })).toBeVisible()
  const command = timeline.call(timeline.turn(2), /^Bash printf/)
  await command.getByRole('button', { name: /^Bash printf/ }).click()
  await expect(command.locator('pre')).toContainText('expected <b>6</b> to be 7')
  await screens.look('states-no-forks')
  await command.getByRole('button', { name: /^Bash printf/ }).click()
  await fork(1, CALLERS, ABNF, SHIM, PORT)
  await expect(page.getByRole('note')).toContainText('Your first fork')
  await expect(timeline.fork(CALLERS)).toContainText('done')
  await expect(timeline.fork(ABNF)).toContainText('done')
  await expect(timeline.fork(SHIM)).toContainText('failed')
  await expect(timeline.fork(PORT)).toContainText('turn limit')
  await timeline.fork(SHIM).getByRole('button', { name: 'Open', exact: true }).click()
  await inspector.conversation.getByRole('button', { name: 'Particulars' }).click()
  await expect(inspector.conversation).toContainText(/Request req_\w+/)
  await screens.look('states-failed')
  await timeline.openFork(ABNF)
  await inspector.show('Changes')
  await inspector.region.getByRole('button', { name: 'Discard' }).click()
  await expect(timeline.fork(ABNF)).toContainText('discarded')
  await inspector.close()

  await outline.thread('Main').click()
  await composer.mode('Ask')
  await fork(2, PEG)
  await expect(timeline.fork(PEG)).toContainText('waiting for approval')
  await approval.dialog.getByRole('button', { name: 'Put away' }).click()
  await outline.thread('Main').click()
  await composer.mode('Bypass')
  await fork(2, REGEX)
  await expect(timeline.fork(REGEX)).toContainText('done')
  await expect(timeline.fork(REGEX)).toContainText('96 of 104 pass')
  await fork(2, DESCENT)
  await expect(timeline.fork(DESCENT)).toContainText('61 passed')
  await timeline.openFork(DESCENT)
  const passed = inspector.conversation.locator('pre').getByText('61 passed', { exact: true })
  await expect(passed).toHaveCSS('color', 'rgb(40, 124, 66)')
  await screens.look('states-running-command')
  await inspector.close()
  await fork(2, LITERALS)
  await expect(timeline.fork(LITERALS)).toContainText('streaming')
  await timeline.fork(LITERALS).getByRole('button', { name: /^Stop/ }).click()
  await expect(timeline.fork(LITERALS)).toContainText('stopped by you')
  await fork(2, DOCS)
  await expect(timeline.fork(DOCS)).toContainText('rate-limited')
  await fork(2, 'Fuzz the lexer', 'Benchmark table')
  await expect(timeline.fork('Benchmark table')).toContainText('in line')
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
  ] as const) {
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width, height })
    await screens.look(`states-${width}`)
    await timeline.openFork(REGEX)
    await screens.look(`states-inspector-${width}`)
    await inspector.close()
  }
  await home.open()
  await expect(home.sessions).toContainText('9 worktrees, 1 with changes')
  await screens.look('states-home')

  await window.killAndStartAgain()
  const again = new Screens(window.page, info)
  const offer = window.page.getByRole('button', { name: /^Resume in Who outside/ })
  await expect(offer).toBeVisible()
  await again.look('states-home-after-crash')
  await offer.click()
  await expect(window.inspector.resumeForm).toBeVisible()
  await expect(window.timeline.fork(DESCENT)).toContainText('interrupted')
  await again.look('states-after-crash')
  rest.resolve()
  wait.end()
})
