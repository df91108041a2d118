import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Simulator, startSimulator } from '../start-simulator'
import { bodyWith, postMessage } from '../testing/post-message'
import type { Message } from '../validation/body-schema'
import { call, firstOf, queue, reply, scriptByDirective, scriptByTurn } from './builders'
import { readCalls, readDirective, readLastUser, taskStart } from './conversation'
import type { ScriptContext } from './script'

let simulator: Simulator
beforeEach(async () => {
  simulator = await startSimulator()
})
afterEach(() => simulator.close())

const user = (...texts: string[]): Message => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text' as const, text })),
})
const assistant = (text: string): Message => ({ role: 'assistant', content: text })
const forkMessage = (directive: string) => user('<fork-boilerplate>\nwork\n</fork-boilerplate>', directive)

async function answerTo(...messages: Message[]): Promise<string> {
  const answer = JSON.parse((await postMessage(simulator.url, bodyWith({ messages }))).text)
  return answer.content?.[0]?.text ?? answer.error.message
}

test('without a script the simulator repeats what was said', async () => {
  expect(await answerTo(user('Hello there'))).toBe('You said: Hello there')
})

test('steps follow the answers already given, in a fork those of its own', async () => {
  simulator.script(scriptByTurn([reply('one'), ({ lastUser }) => reply(`two: ${lastUser.said}`), reply('more')]))
  const talk = [user('a'), assistant('one'), user('b')]
  expect(await answerTo(user('a'))).toBe('one')
  expect(await answerTo(...talk)).toBe('two: b')
  expect(await answerTo(...talk, assistant('x'), user('c'), assistant('y'), user('d'))).toBe('more')
  expect(await answerTo(user('a'), assistant('one'), forkMessage('go'))).toBe('one')
})

test('forks are told apart by their directive', async () => {
  const byDirective = scriptByDirective([
    { match: 'alpha', script: () => reply('A') },
    { match: /^be/, script: () => reply('B') },
  ])
  simulator.script(firstOf(byDirective, () => reply('parent')))
  expect(await answerTo(forkMessage('do alpha'))).toBe('A')
  expect(await answerTo(forkMessage('beta'))).toBe('B')
  expect(await answerTo(forkMessage('gamma'))).toBe('parent')
  expect(await answerTo(user('alpha'))).toBe('parent')
})

test('a queue answers in order, for the requests it is meant for', async () => {
  const mine = queue(({ lastUser }: ScriptContext) => lastUser.said === 'mine')
  mine.push(reply('1'), reply('2'))
  simulator.script(firstOf(mine.script, () => reply('other')))
  expect([
    await answerTo(user('mine')),
    await answerTo(user('yours')),
    await answerTo(user('mine')),
    await answerTo(user('mine')),
  ]).toEqual(['1', 'other', '2', 'other'])
  expect(mine.size()).toBe(0)
})

test('an id that a script gives a call is kept; otherwise ids never repeat', async () => {
  simulator.script(() => reply(call('read', {}, { id: 'toolu_fixed' }), call('read')))
  const tools = [{ name: 'read', input_schema: { type: 'object' as const } }]
  const ids: string[] = []
  for (let n = 0; n < 2; n += 1) {
    const answer = JSON.parse((await postMessage(simulator.url, bodyWith({ tools }))).text)
    expect(answer.stop_reason).toBe('tool_use')
    ids.push(...answer.content.map((block: { id: string }) => block.id))
  }
  expect(ids.filter((id) => id === 'toolu_fixed')).toHaveLength(2)
  expect(new Set(ids).size).toBe(3)
})

test('what a person said is told from what the app put there', () => {
  const body = bodyWith({
    messages: [
      user('Do it'),
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'a', name: 'read', input: { path: 'x' } }],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'content' }], is_error: true },
          { type: 'text', text: '<system-reminder>It is Monday.</system-reminder>' },
          {
            type: 'text',
            text: '<task-notification>\n<task-id>thr_1</task-id>\n<result>a &lt; b &amp;&amp; c</result>\n<worktree path="/w" files-changed="2"/>\n</task-notification>',
          },
        ],
      },
    ],
  })
  const last = readLastUser(body)
  expect(last.said).toBe('')
  expect(last.toolResults).toEqual([{ toolUseId: 'a', text: 'content', isError: true }])
  expect(last.notifications[0]?.fields).toEqual({
    task_id: 'thr_1',
    result: 'a < b && c',
    worktree_path: '/w',
    worktree_files_changed: '2',
  })
  expect(taskStart(body)).toBe(0)
  expect(readCalls(body)).toEqual([
    { id: 'a', name: 'read', input: { path: 'x' }, result: 'content', isError: true, message: 1 },
  ])
  expect(readDirective(body)).toBeNull()
})
