// One attempt on a real store, with a provider that does exactly what a test says.
import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../shared/domain/settings'
import { ManualClock } from '../../../testing/manual-clock'
import { anEpoch, aSnapshot, testId } from '../../../testing/records'
import { seedSession } from '../../../testing/seed-session'
import { temporaryStore } from '../../../testing/temporary-store'
import { type ModelFault, ModelFaultError, type ModelRequest } from '../ports/model-client'
import { attemptRequest, BrokenStreamError } from './request-attempt'

const ANTHROPIC = 'https://api.anthropic.com'
const DASHSCOPE = 'https://dashscope-intl.aliyuncs.com/apps/anthropic'
const START = {
  type: 'message_start',
  message: { id: 'msg_1', usage: { input_tokens: 5, cache_read_input_tokens: 70, output_tokens: 1 } },
}
const WORDS = [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi.' } },
  { type: 'content_block_stop', index: 0 },
]
const END = [
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } },
  { type: 'message_stop' },
]

const fault = (kind: ModelFault['kind'], retryable: boolean): ModelFaultError =>
  new ModelFaultError({ kind, status: null, message: kind, requestId: 'req_fault', retryAfterMs: null, retryable })

type Step = object | Error | (() => void)

/** An attempt whose stream is these events, errors and actions. */
function scene(steps: Step[], options: { baseUrl?: string; retries?: boolean } = {}) {
  const { store } = temporaryStore()
  const { main, turn } = seedSession(store)
  const epoch = anEpoch({ threadId: main.id })
  const snapshot = aSnapshot({ text: '{"model":"claude-opus-5-5","max_tokens":1,"system":[],"tools":[]}' })
  store.commit(() => {
    store.snapshots.put(snapshot)
    store.epochs.insert(epoch)
  })
  const abort = new AbortController()
  const heard: string[] = []
  const row = () => store.requests.last(main.id)
  async function* events() {
    for (const step of steps) {
      if (step instanceof Error) throw step
      if (typeof step === 'function') step()
      else yield step
    }
    heard.push('end of stream')
    abort.signal.throwIfAborted()
  }
  const open = async (request: ModelRequest) => {
    expect(row()).toMatchObject({ endedAt: null, bodyHash: 'hash' })
    expect(Buffer.from(request.body).toString()).toBe('{"the":"body"}')
    if (steps[0] instanceof Error) throw steps[0]
    return { requestId: 'req_1', rateLimits: [], events: events() }
  }
  const attempt = attemptRequest(
    {
      store,
      clock: new ManualClock(),
      ids: { next: testId },
      client: { open },
      delta: () => {},
      settings: () => DEFAULT_SETTINGS,
    },
    {
      thread: main,
      turnId: turn.id,
      runId: testId('run'),
      ready: { epoch, snapshot },
      plan: {
        body: Buffer.from('{"the":"body"}'),
        bodyHash: 'hash',
        markers: { system: true, positions: [] },
        tailJson: '{}',
        endPosition: 0,
        prefix: { link: '', blocks: 0, sharedWithParent: 0, sharedWithPrevious: 0 },
        firstDifference: null,
      },
      provider: { baseUrl: options.baseUrl ?? ANTHROPIC, apiKey: 'k', demo: false },
      signal: abort.signal,
      willRetry: () => options.retries ?? false,
      onAccepted: () => {},
      onReadable: async () => {
        heard.push('readable')
      },
      forecast: null,
      onLive: () => {},
    },
  )
  return { attempt, row, heard, abort, store }
}

describe('what a request wrote can be read', () => {
  test('as soon as its answer begins, on Anthropic’s own API', async () => {
    const { attempt, heard } = scene([START, ...WORDS, ...END])
    await attempt
    expect(heard).toEqual(['readable', 'end of stream'])
  })

  test('when its answer has ended, where the provider says so', async () => {
    const { attempt, heard } = scene([START, ...WORDS, ...END], { baseUrl: DASHSCOPE })
    await attempt
    expect(heard).toEqual(['end of stream', 'readable'])
  })

  test('never, when the answer did not begin', async () => {
    const { attempt, heard } = scene([fault('overloaded', true)], { retries: true })
    await expect(attempt).rejects.toBeInstanceOf(ModelFaultError)
    expect(heard).toEqual([])
  })
})

describe('the row of a request', () => {
  test('stands before it is sent, and is finished by whoever stores the answer', async () => {
    const { attempt, row } = scene([START, ...WORDS, ...END])
    const { live, request } = await attempt
    expect(live.answer).toMatchObject({
      ended: true,
      stopReason: 'end_turn',
      usage: { input: 5, cacheRead: 70, output: 9 },
    })
    expect(request).toMatchObject({ requestId: 'req_1', firstEventAt: expect.any(Number) })
    expect(row()?.endedAt).toBeNull()
  })

  test.each<[string, Step[], boolean, string]>([
    ['refused before it began', [fault('invalid', false)], false, 'refused'],
    ['limited, and sent again', [fault('rate-limited', true)], true, 'retried'],
    ['limited for too long', [fault('rate-limited', true)], false, 'refused'],
    ['cut before any words, and sent again', [START, fault('network', true)], true, 'retried'],
    ['cut before any words for the last time', [START, fault('network', true)], false, 'broken'],
    ['cut amid its words', [START, ...WORDS, fault('network', true)], true, 'broken'],
    [
      'reported as overloaded amid its words, and sent again',
      [START, ...WORDS, fault('overloaded', true)],
      true,
      'retried',
    ],
    ['out of order', [START, START], false, 'broken'],
    ['ended in the middle', [START, ...WORDS], false, 'broken'],
    ['met a bug of ours', [START, new TypeError('a bug')], true, 'broken'],
  ])('that was %s says so, with what was billed', async (_, steps, retries, outcome) => {
    const { attempt, row } = scene(steps, { retries })
    await expect(attempt).rejects.toBeInstanceOf(Error)
    expect(row()).toMatchObject({ outcome, endedAt: expect.any(Number), usage: { input: steps[0] === START ? 5 : 0 } })
  })

  test('that was ended from outside is cancelled, with the reason of whoever ended it', async () => {
    const reason = new Error('ended by the person')
    const ended: { abort?: AbortController } = {}
    const { attempt, row, abort } = scene([START, ...WORDS, () => ended.abort?.abort(reason)])
    ended.abort = abort
    await expect(attempt).rejects.toBe(reason)
    expect(row()).toMatchObject({ outcome: 'cancelled', usage: { cacheRead: 70, output: 1 }, requestId: 'req_1' })
  })
})

describe('a stream that breaks amid its words', () => {
  test('hands over what came; it is not simply sent again', async () => {
    const { attempt } = scene([START, ...WORDS, fault('network', true)], { retries: true })
    const error = await attempt.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(BrokenStreamError)
    expect((error as BrokenStreamError).live.answer.blocks[0]?.fields.text).toBe('Hi.')
  })

  test('hands it over also when the server reported the error and there is no further try', async () => {
    const { attempt } = scene([START, ...WORDS, fault('overloaded', true)], { retries: false })
    await expect(attempt).rejects.toBeInstanceOf(BrokenStreamError)
  })
})
