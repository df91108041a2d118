import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Simulator, startSimulator } from '../start-simulator'
import { type Played, playTurn } from '../testing/toy-agent'
import { blocksOf, type Message, type UserBlock } from '../validation/body-schema'
import { demoScript } from './demo-script'
import { sampleTasks } from './sample-tasks'

const sample = join(import.meta.dirname, '../../../resources/sample')
let simulator: Simulator
let folder: string

beforeEach(async () => {
  simulator = await startSimulator({ script: demoScript() })
  folder = await mkdtemp(join(tmpdir(), 'abacus-'))
  await cp(sample, folder, { recursive: true })
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  git('add', '-A')
  git('commit', '-qm', 'first')
})
afterEach(async () => {
  await simulator.close()
  await rm(folder, { recursive: true, force: true })
})

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
}

const say = (...texts: string[]): Message => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text' as const, text })),
})
const launch = ({ name }: { name: string }) =>
  name === 'Agent' ? { content: 'Fork thr_1 started in the background.' } : undefined

function play(history: readonly Message[], more: Partial<Parameters<typeof playTurn>[1]> = {}): Promise<Played> {
  return playTurn(history, { url: simulator.url, folder, answer: launch, ...more })
}

/** The first message of a fork made in the turn that ends with these calls, as the app sends it. */
function forkMessage(calls: readonly { id: string }[], directive: string, notice: string): Message {
  const placeholders = calls.map(
    ({ id }): UserBlock => ({
      type: 'tool_result',
      tool_use_id: id,
      content: 'Fork started — processing in background',
    }),
  )
  const texts = [
    '<fork-boilerplate>\nYou are a fork worker now.\n</fork-boilerplate>',
    `Directive for the fork “x”:\n${directive}\n\n${notice}\n\nScope: this directive only.`,
  ]
  return { role: 'user', content: [...placeholders, ...texts.map((text) => ({ type: 'text' as const, text }))] }
}

const ownWorktree = 'You work in your own git worktree /w on branch fork/x.\nCommit your work on your branch.'

test('the tour looks around, runs the tests, starts three forks without a type and goes on', async () => {
  const played = await play([say('Show me what forks can do')])
  expect(played.calls.map((each) => each.name)).toEqual(['read', 'read', 'bash', 'Agent', 'Agent', 'Agent'])
  expect(played.calls.filter((each) => each.name === 'Agent').map((each) => Object.keys(each.input))).toEqual(
    Array(3).fill(['description', 'prompt']),
  )
  expect(played.text).toContain('10 tests pass, 1 fails: “the power binds tighter than the sign”')
  expect(played.text).toContain('3 forks are at work')
})

const quickTests = ({ name }: { name: string }) => (name === 'bash' ? { content: 'pass 10\nfail 1' } : launch({ name }))

async function forkOf(directive: string, notice = ownWorktree) {
  const { messages } = await play([say('Show me what forks can do')], { answer: quickTests })
  const spawning = messages.findIndex((each) => JSON.stringify(each.content).includes('"name":"Agent"'))
  const inherited = messages.slice(0, spawning + 1)
  const calls = inherited
    .slice(-1)
    .flatMap(blocksOf)
    .flatMap((block) => (block.type === 'tool_use' ? [block] : []))
  return play([...inherited, forkMessage(calls, directive, notice)])
}

test('the fork that fixes the precedence makes every test pass and reports the real commit', async () => {
  const { text, calls } = await forkOf(sampleTasks[0]?.directive ?? '')
  expect(calls.map((each) => each.name)).toEqual(['read', 'read', 'edit', 'bash', 'bash'])
  const head = git('rev-parse', '--short', 'HEAD').trim()
  expect(text).toContain(`**Files changed:** \`src/parse.js\` (commit ${head})`)
  expect(text).toContain('All 11 tests pass.')
  expect(text).toMatch(/Scope:.*Result:.*Key files:.*Files changed:.*Issues:\*\* none/s)
  expect(git('status', '--porcelain')).toBe('')
})

test('the fork that adds an operator changes three tables, and its own tests pass', async () => {
  const { text } = await forkOf(sampleTasks[1]?.directive ?? '')
  expect(text).toContain('All 6 tests pass.')
  expect(text).toContain('Issues:** none')
  expect(git('show', '--stat', '--format=%s')).toContain('feat: a remainder operator')
})

test('the fork that writes the grammar commits one file', async () => {
  const { text, calls } = await forkOf(sampleTasks[2]?.directive ?? '')
  expect(calls.map((each) => each.name)).toContain('write')
  expect(await readFile(join(folder, 'docs/grammar.md'), 'utf8')).toContain('right to left')
  expect(text).toMatch(/docs\/grammar\.md` \(commit [0-9a-f]{7}/)
})

test('the three forks of the tour merge without conflict, and then every test passes', async () => {
  for (const [index, task] of sampleTasks.entries()) {
    git('checkout', '-q', '-b', `fork${index}`, 'main')
    await forkOf(task.directive)
  }
  git('checkout', '-q', 'main')
  for (const index of sampleTasks.keys()) git('merge', '-q', '--no-edit', `fork${index}`)
  const { text } = await play([say('run the tests')])
  expect(text).toContain('fail 0')
}, 20_000)

test('a fork in a shared folder does not commit', async () => {
  const { calls, text } = await forkOf(
    sampleTasks[2]?.directive ?? '',
    'You work in /w, which others use. Do not commit.',
  )
  expect(calls.some((each) => String(each.input.command).includes('git'))).toBe(false)
  expect(text).toContain('(not committed)')
})

test('a fork that is denied its edit says so in its report', async () => {
  const deny = ({ name }: { name: string }) =>
    name === 'write' ? { content: 'The person denied this call. It had no effect.', is_error: true } : launch({ name })
  const { messages } = await play([say('Hello')])
  const { text, calls } = await play([...messages, forkMessage([], sampleTasks[2]?.directive ?? '', ownWorktree)], {
    answer: deny,
  })
  expect(calls.filter((each) => each.name === 'write')).toHaveLength(1)
  expect(text).toContain('Files changed:** none')
  expect(text).toContain('Result:** Nothing was changed: The person denied this call.')
  expect(calls.some((each) => String(each.input.command).includes('git'))).toBe(false)
})

test('a call interrupted by a shutdown is made again when the fork is resumed', async () => {
  let interrupted = 0
  const once = ({ name }: { name: string }) =>
    name === 'edit' && interrupted++ === 0
      ? { content: 'Interrupted because the app was closed. It had not started and has had no effect.', is_error: true }
      : undefined
  const { messages } = await play([say('Hello')])
  const { text } = await play([...messages, forkMessage([], 'Fix the precedence of **', ownWorktree)], { answer: once })
  expect(text).toContain('All 11 tests pass.')
})

test('results that come back are told one by one, and the last one closes the tour', async () => {
  const { messages } = await play([say('demo')], { answer: quickTests })
  const notification = (id: number) =>
    `<task-notification>\n<task-id>thr_${id}</task-id>\n<status>completed</status>\n<summary>Fork ${id}</summary>\n<result>**Scope:** a\n\n**Result:** It &lt;works&gt;.\n\n**Files changed:** \`a.js\` (commit abc1234)</result>\n<usage tokens="5" tool-uses="2" duration-ms="9"/>\n<worktree path="/w" branch="fork/${id}" head="abc1234" files-changed="1"/>\n</task-notification>`
  const first = await play([...messages, say(notification(1))])
  expect(first.text).toContain(
    '**Fork 1** is done. It <works>. Changed: `a.js` (commit abc1234). Its work is on branch `fork/1`.',
  )
  expect(first.text).not.toContain('That is all')
  const rest = await play([...first.messages, say(notification(2), notification(3))])
  expect(rest.text).toContain('**Fork 3** is done')
  expect(rest.text).toContain('That is all of them')
})

test('a piece of work that got only half way says what is missing', async () => {
  const { text } = await play([say('add a % operator')], {
    answer: ({ name, input }) =>
      input.file_path === 'src/evaluate.js' && name === 'edit'
        ? { content: 'Denied by a rule.', is_error: true }
        : undefined,
  })
  expect(text).toBe('Only part of this was done; `src/evaluate.js` did not change: Denied by a rule.')
})

test('a file that is named is read and its first lines are quoted', async () => {
  const { text, calls } = await play([say('what is in src/tokenize.js, please?')])
  expect(calls).toEqual([{ name: 'read', input: { file_path: 'src/tokenize.js' } }])
  expect(text).toContain('// Splits the text of an expression into tokens.')
})

test('lines that begin with a dash become one Agent call each', async () => {
  const { calls, text } = await play([say('- write tests\n- update the README')])
  expect(calls.map((each) => each.input.prompt)).toEqual(['write tests', 'update the README'])
  expect(text).toContain('2 forks are at work')
})

test('commands are run, files are written and edited, and the outcome is told', async () => {
  expect((await play([say('run echo hi there')])).text).toContain('hi there')
  expect((await play([say('write notes.md: remember the milk')])).text).toBe('I wrote `notes.md`.')
  expect((await play([say('in notes.md replace "milk" with "bread"')])).text).toContain('I replaced `milk`')
  expect(await readFile(join(folder, 'notes.md'), 'utf8')).toBe('remember the bread\n')
})

test('a remark while a task runs does not end it, a new task does', async () => {
  const { messages } = await play([say('Show me the tour')], { answer: quickTests })
  const withRemark = (words: string): Message[] => {
    const [first, second, third] = messages
    if (!first || !second || !third || typeof third.content === 'string' || third.role !== 'user')
      throw new Error('no results')
    return [first, second, { role: 'user', content: [...third.content, { type: 'text', text: words }] }]
  }
  const remarked = await play(withRemark('be quick'))
  expect(remarked.calls.map((each) => each.name)).toEqual(['bash', 'Agent', 'Agent', 'Agent'])
  const redirected = await play(withRemark('run echo instead'))
  expect(redirected.calls).toEqual([{ name: 'bash', input: { command: 'echo instead' } }])
})

test('anything else is answered by saying what the demo model is and knows', async () => {
  const { text } = await play([say('Hello', '<system-reminder>Date: today, see notes.md</system-reminder>')])
  expect(text).toContain('scripted demo model')
})

test('a directive without a script is answered with an honest report', async () => {
  const { messages } = await play([say('Hello')])
  const { text } = await play([...messages, forkMessage([], 'Make it beautiful', ownWorktree)])
  expect(text).toMatch(/Scope:\*\* Make it beautiful.*scripted demo model.*Files changed:\*\* none/s)
})

test('a refused Agent call is reported, and an agent that answers at once is quoted', async () => {
  const refused = await play([say('demo')], {
    answer: ({ name }) => (name === 'Agent' ? { content: 'Forks are off.', is_error: true } : undefined),
  })
  expect(refused.text).toContain('I could not start a fork here: Forks are off.')
  const answered = await play([say('- a\n- b')], {
    answer: ({ name }) => (name === 'Agent' ? { content: 'The answer is 42.' } : undefined),
  })
  expect(answered.text).toContain('**a:** The answer is 42.')
})
