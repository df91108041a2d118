// Step 9: the app is closed; the next day the session is found on Home, and a finished fork is asked further.
import { firstOf, reply, scriptByDirective, scriptByTurn } from '../src/simulator/script/builders'
import { ofFork } from '../src/simulator/script/request-predicates'
import { expect, test } from './support/story'
import { lastUserOf, messagesOf } from './support/wire'

const DIRECTIVE = 'Find out who calls sum'
const FINDING = 'Result: nobody calls it.'

const script = firstOf(
  scriptByDirective([
    { match: DIRECTIVE, script: scriptByTurn([reply(FINDING), reply('Result: product is not called either.')]) },
  ]),
  ({ lastUser }) => reply(`Answer to ${lastUser.said}.`),
)

test('a session is found again the next day, and its finished fork answers a further question from what it knew', {
  tag: '@electron',
}, async ({ openWindow, repository, model }) => {
  model.script(script)
  const window = await openWindow()
  await window.home.openFolder(repository.folder)
  await window.composer.send('Clean up the calculator')
  await expect(window.timeline.turn(1)).toContainText('Answer to')
  await window.composer.send(`/fork ${DIRECTIVE}`)
  await expect(window.timeline.fork(DIRECTIVE)).toContainText('done')
  const [first] = model.requests.filter(ofFork())

  await window.closeAndStartAgain()
  const { home, timeline, inspector, composer } = window
  await expect(home.session('Clean up the calculator')).toContainText('1 turn, 1 fork')
  await home.openSession('Clean up the calculator')
  await expect(timeline.turn(1)).toContainText('Answer to Clean up the calculator.')
  await timeline.openFork(DIRECTIVE)
  await expect(inspector.conversation).toContainText(FINDING)
  await composer.send('And product?')
  await expect(inspector.conversation).toContainText('product is not called either.')
  await expect(timeline.fork(DIRECTIVE)).toContainText('done')

  const last = model.requests.at(-1)
  const [known, resumed] = [messagesOf(first), messagesOf(last)]
  expect(resumed.slice(0, known.length)).toEqual(known)
  expect(resumed[known.length]).toMatchObject({ role: 'assistant', content: [{ type: 'text', text: FINDING }] })
  expect(resumed).toHaveLength(known.length + 2)
  expect(lastUserOf(last).said).toBe('And product?')
})
