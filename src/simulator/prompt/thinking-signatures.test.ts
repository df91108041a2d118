import { afterEach, beforeEach, expect, test } from 'vitest'
import { call, queue, redacted, reply, replyWith, thinking } from '../script/builders'
import { type Simulator, startSimulator } from '../start-simulator'
import { bodyWith, postMessage } from '../testing/post-message'
import type { AssistantBlock, MessagesBody } from '../validation/body-schema'

let simulator: Simulator
beforeEach(async () => {
  simulator = await startSimulator()
})
afterEach(() => simulator.close())

const adaptive = { type: 'adaptive' as const }
const tools = [{ name: 'read', input_schema: { type: 'object' as const } }]
const base = bodyWith({ thinking: adaptive, tools, system: 'You work.' })

async function send(body: MessagesBody): Promise<{ status: number; content: AssistantBlock[]; error: string | null }> {
  const answer = await postMessage(simulator.url, body)
  const json = JSON.parse(answer.text)
  return { status: answer.status, content: json.content, error: json.error?.message ?? null }
}

/** The conversation after one answer with a call and its result. */
async function afterCall(): Promise<MessagesBody> {
  const answers = queue()
  answers.push(reply(thinking('first'), redacted('hidden'), call('read', {}, { id: 'toolu_1' })))
  simulator.script(answers.script)
  const { content } = await send(base)
  simulator.script(() => reply('done'))
  return {
    ...base,
    messages: [
      ...base.messages,
      { role: 'assistant', content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' }] },
    ],
  }
}

function changeBlock(
  body: MessagesBody,
  index: number,
  change: (block: AssistantBlock) => AssistantBlock[],
): MessagesBody {
  return {
    ...body,
    messages: body.messages.map((message) =>
      message.role === 'assistant' && typeof message.content !== 'string'
        ? { ...message, content: message.content.flatMap((block, at) => (at === index ? change(block) : [block])) }
        : message,
    ),
  }
}

test('thinking that comes back unchanged after the same prefix is accepted, with markers anywhere', async () => {
  const body = await afterCall()
  const marked: MessagesBody = {
    ...body,
    system: [{ type: 'text', text: 'You work.', cache_control: { type: 'ephemeral' } }],
  }
  expect((await send(body)).status).toBe(200)
  expect((await send(marked)).status).toBe(200)
})

test('a signature does not hold for other words, another prefix, or another place', async () => {
  const body = await afterCall()
  const invalid = 'messages.1.content.0: Invalid `signature` in `thinking` block'
  const otherWords = changeBlock(body, 0, (block) => [
    block.type === 'thinking' ? { ...block, thinking: 'other' } : block,
  ])
  expect((await send(otherWords)).error).toBe(invalid)
  expect((await send({ ...body, system: 'You rest.' })).error).toBe(invalid)
  expect((await send({ ...body, tools: [...tools, { ...tools[0], name: 'write' } as (typeof tools)[0]] })).error).toBe(
    invalid,
  )
  const [, ...rest] = body.messages
  expect((await send({ ...body, messages: [{ role: 'user', content: 'Bye' }, ...rest] })).error).toBe(invalid)
  const foreign = changeBlock(body, 0, () => [{ type: 'thinking', thinking: 'first', signature: 'EqQBCgIYAhIM' }])
  expect((await send(foreign)).error).toBe(invalid)
  const tampered = changeBlock(body, 1, () => [{ type: 'redacted_thinking', data: 'aGlkZGVu.MS54' }])
  expect((await send(tampered)).error).toBe('messages.1.content.1: Invalid `data` in `redacted_thinking` block')
})

test('parameters and the model are no part of the prefix', async () => {
  const body = await afterCall()
  expect(
    (await send({ ...body, max_tokens: 99, output_config: { effort: 'low' }, model: 'claude-opus-5-5' })).status,
  ).toBe(200)
})

test('thinking may not be left out while its results are pending, unless its prefix has changed', async () => {
  const body = await afterCall()
  const without = changeBlock(
    changeBlock(body, 1, () => []),
    0,
    () => [],
  )
  expect((await send(without)).error).toMatch(/^messages\.1\.content\.0\.type: Expected `thinking`/)
  expect((await send({ ...without, thinking: { type: 'disabled' } })).status).toBe(200)
  expect((await send({ ...without, system: 'You rest.' })).status).toBe(200)
  const later: MessagesBody = {
    ...without,
    messages: [...without.messages, { role: 'assistant', content: 'done' }, { role: 'user', content: 'thanks' }],
  }
  expect((await send(later)).status).toBe(200)
})

test('a conversation outlives the simulator that signed it', async () => {
  const body = await afterCall()
  await simulator.close()
  simulator = await startSimulator({ script: () => reply('done') })
  expect((await send(body)).status).toBe(200)
})

test('thinking can be bound to its words only, or not be checked', async () => {
  for (const [thinkingBinding, moved, changed] of [
    ['content', 200, 400],
    ['off', 200, 200],
  ] as const) {
    await simulator.close()
    simulator = await startSimulator({ thinkingBinding })
    const body = await afterCall()
    expect((await send({ ...body, system: 'You rest.' })).status).toBe(moved)
    const otherWords = changeBlock(body, 0, (block) => [
      block.type === 'thinking' ? { ...block, thinking: 'x' } : block,
    ])
    expect((await send(otherWords)).status).toBe(changed)
  }
})

test('a paused turn is continued by sending it back, and its thinking still verifies when the turn has grown', async () => {
  const answers = queue()
  answers.push(
    replyWith({ stopReason: 'pause_turn' }, thinking('one'), 'working'),
    replyWith({ stopReason: 'pause_turn' }, thinking('two'), 'still'),
    reply(thinking('three'), 'done'),
  )
  simulator.script(answers.script)
  const first = await send(base)
  const grown = (content: AssistantBlock[]): MessagesBody => ({
    ...base,
    messages: [...base.messages, { role: 'assistant', content }],
  })
  const second = await send(grown(first.content))
  const third = await send(grown([...first.content, ...second.content]))
  expect(third.content.at(-1)).toMatchObject({ text: 'done' })
  const all = [...first.content, ...second.content, ...third.content]
  expect((await send(grown(all))).error).toContain('must end with a user message')
  simulator.script(() => reply('ok'))
  const next = grown(all)
  expect((await send({ ...next, messages: [...next.messages, { role: 'user', content: 'and?' }] })).status).toBe(200)
})
