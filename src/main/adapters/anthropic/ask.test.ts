// Requests that ask for no stream, over real HTTP.
import { expect, onTestFinished, test } from 'vitest'
import { errorAnswer, htmlPage } from '../../../simulator/faults/fault'
import { startSimulator } from '../../../simulator/start-simulator'
import { ModelFaultError } from '../../services/ports/model-client'
import { systemClock } from '../system/clock'
import { createAnthropicClient } from './anthropic-client'

const body = JSON.stringify({ model: 'tine-demo', max_tokens: 0, messages: [{ role: 'user', content: 'Hi' }] })

async function scene() {
  const simulator = await startSimulator()
  onTestFinished(() => simulator.close())
  const client = createAnthropicClient({ clock: systemClock, stallMs: 60_000 })
  const ask = (signal = new AbortController().signal) =>
    client.ask({ body, betas: [], baseUrl: simulator.url, apiKey: 'a-key', signal })
  const fault = async () => {
    const error: unknown = await ask().then(
      () => null,
      (thrown: unknown) => thrown,
    )
    return error instanceof ModelFaultError ? error.fault : error
  }
  return { simulator, ask, fault }
}

test('the body goes out as the bytes it is, and the message comes back unjudged', async () => {
  const { simulator, ask } = await scene()
  const { message, requestId } = await ask()
  expect(message).toMatchObject({ type: 'message', content: [], stop_reason: 'max_tokens' })
  expect(simulator.requests[0]).toMatchObject({ bodyText: body, requestId })
})

test('what the server refuses, and a page instead of an answer, are faults', async () => {
  const { simulator, fault } = await scene()
  simulator.faults.when(() => true, errorAnswer('overloaded_error', 529, 'Busy.'), 1)
  expect(await fault()).toMatchObject({ kind: 'overloaded', status: 529, retryable: true })
  simulator.faults.when(() => true, htmlPage(200), 1)
  expect(await fault()).toMatchObject({
    kind: 'protocol',
    message: expect.stringContaining('instead of JSON'),
    retryable: false,
  })
})

test('an abort throws its reason', async () => {
  const { simulator, ask } = await scene()
  const hold = simulator.hold(() => true)
  const abort = new AbortController()
  const asked = ask(abort.signal)
  await hold.arrived
  abort.abort(new Error('no longer wanted'))
  await expect(asked).rejects.toThrow('no longer wanted')
  hold.release()
})
