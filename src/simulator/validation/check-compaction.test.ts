import { expect, onTestFinished, test } from 'vitest'
import { reply, text } from '../script/builders'
import { startSimulator } from '../start-simulator'
import { bodyWith, postMessage } from '../testing/post-message'

const beta = { 'anthropic-beta': 'compact-2026-09-04' }
const ask = { compaction: { type: 'summarize' as const } }
const go = { role: 'user' as const, content: 'go' }

async function server(options: Parameters<typeof startSimulator>[0] = {}) {
  const simulator = await startSimulator({ script: () => reply(text('All of it.')), ...options })
  onTestFinished(() => simulator.close())
  return simulator
}

test('a summary comes back alone, signed, and is taken back only as it came', async () => {
  const { url } = await server()
  const asked = await postMessage(url, bodyWith({ ...ask, messages: [go] }), { headers: beta })
  const { content, stop_reason, usage } = JSON.parse(asked.text)
  expect({ content, stop_reason }).toEqual({
    content: [{ type: 'compaction', content: 'All of it.', signature: expect.any(String) }],
    stop_reason: 'compaction',
  })
  expect(usage).toMatchObject({ input_tokens: 0, output_tokens: 0, iterations: [{ type: 'compaction' }] })
  expect(usage.iterations[0].input_tokens + usage.iterations[0].output_tokens).toBeGreaterThan(0)
  const [block] = content
  const goOn = (first: unknown, headers: Record<string, string> = beta) =>
    postMessage(url, { ...bodyWith(), messages: [{ role: 'assistant', content: [first] }, go] }, { headers })
  expect((await goOn(block)).status).toBe(200)
  expect((await goOn({ ...block, content: 'Something else.' })).text).toContain('compaction_signature_invalid')
  expect((await goOn({ ...block, citations: null })).status).toBe(400)
  expect((await goOn(block, {})).text).toContain('does not match any of the expected tags')
})

test('it is refused without its beta, for other models, and with what makes no sense beside it', async () => {
  const { url } = await server()
  const refusal = async (more: object, headers: Record<string, string> = beta) =>
    (await postMessage(url, { ...bodyWith({ ...ask, messages: [go] }), ...more }, { headers })).text
  expect(await refusal({}, {})).toContain('requires anthropic-beta')
  expect(await refusal({ model: 'claude-haiku-5-5' })).toContain('not supported on this model')
  expect(await refusal({ stop_sequences: ['x'] })).toContain('stop_sequences')
  expect(await refusal({ max_tokens: 0 })).toContain('max_tokens')
})

test('a server that does not know the field refuses it as any other', async () => {
  const { url } = await server({ compaction: 'refused' })
  const answer = await postMessage(url, bodyWith({ ...ask, messages: [go] }), { headers: beta })
  expect(answer.text).toContain('compaction: Extra inputs are not permitted')
})
