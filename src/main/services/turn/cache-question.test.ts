import { describe, expect, test } from 'vitest'
import { atRest } from '../../../testing/conversation'
import { anEpoch, aRequest, aSnapshot, aThread } from '../../../testing/records'
import { seedSession } from '../../../testing/seed-session'
import { temporaryStore } from '../../../testing/temporary-store'
import { openSession, startTestHost } from '../../../testing/test-host'
import type { RequestRecord } from '../../store/records'
import type { Provider } from '../host-parts'
import { ModelFaultError } from '../ports/model-client'
import { CacheQuestion } from './cache-question'

const ANTHROPIC: Provider = { baseUrl: 'https://api.anthropic.com', apiKey: 'k', demo: false }
const OTHER: Provider = { ...ANTHROPIC, baseUrl: 'http://127.0.0.1:11434' }

const refusal = (message: string) =>
  new ModelFaultError({ kind: 'invalid', status: 400, message, requestId: null, retryAfterMs: null, retryable: false })

/** A thread in its first epoch, and what a request of it carries as its tail. */
function scene() {
  const { store } = temporaryStore()
  const { session, main, turn } = seedSession(store)
  const epoch = anEpoch({ threadId: main.id })
  const compacted = anEpoch({ threadId: main.id, n: 2, firstPosition: 9, startPosition: 9 })
  store.commit(() => {
    store.snapshots.put(aSnapshot())
    for (const each of [epoch, compacted]) store.epochs.insert(each)
  })
  const answered = (fields: Partial<RequestRecord>) =>
    store.commit(() =>
      store.requests.insert(
        aRequest({
          threadId: main.id,
          turnId: turn.id,
          epochId: epoch.id,
          n: store.requests.nextN(main.id),
          ...fields,
        }),
      ),
    )
  const question = new CacheQuestion({ store })
  const ask = (provider = ANTHROPIC, thread = main, within = epoch) =>
    question.ask(provider, thread, within, async (tailJson) => tailJson)
  return { store, session, main, question, ask, answered, compacted, epoch }
}

const asks = (id: string | null) => `{"diagnostics":{"previous_message_id":${JSON.stringify(id)}}}`

describe('the question what became of the cache', () => {
  test('is asked from the first request on, then about the last one that was answered', async () => {
    const { ask, answered } = scene()
    expect(await ask()).toBe(asks(null))
    answered({ messageId: 'msg_1' })
    expect(await ask()).toBe(asks('msg_1'))
    answered({ messageId: null, firstEventAt: null })
    expect(await ask()).toBe(asks('msg_1'))
    answered({ messageId: 'msg_2' })
    expect(await ask()).toBe(asks('msg_2'))
  })

  test('is asked by a fork about the last answer before its branch point', async () => {
    const { ask, answered, store, session, main } = scene()
    answered({ messageId: 'msg_1', endPosition: 3 })
    answered({ messageId: 'msg_2', endPosition: 7 })
    const fork = aThread({ sessionId: session.id, parentId: main.id, branchPosition: 5 })
    store.commit(() => store.threads.insert(fork))
    expect(await ask(ANTHROPIC, fork)).toBe(asks('msg_1'))
  })

  test('begins anew behind a compaction, which repeats nothing', async () => {
    const { ask, answered, main, compacted } = scene()
    answered({ messageId: 'msg_1' })
    expect(await ask(ANTHROPIC, main, compacted)).toBe(asks(null))
  })

  test('is not put to servers that are not known to answer it', async () => {
    expect(await scene().ask(OTHER)).toBe('{}')
  })

  test('is put to a server that refuses it once, and then never again; the request itself is sent', async () => {
    const { question, main, epoch } = scene()
    const sent: string[] = []
    const send = async (tailJson: string) => {
      sent.push(tailJson)
      if (tailJson !== '{}') throw refusal('diagnostics: Extra inputs are not permitted')
      return 'answer'
    }
    for (let n = 0; n < 2; n++) expect(await question.ask(ANTHROPIC, main, epoch, send)).toBe('answer')
    expect(sent).toEqual([asks(null), '{}', '{}'])
  })

  test('does not hide what else is wrong with a request', async () => {
    const { question, main, epoch } = scene()
    const send = () => Promise.reject(refusal('messages.0: roles must alternate'))
    await expect(question.ask(ANTHROPIC, main, epoch, send)).rejects.toThrow('roles must alternate')
  })
})

test('the ledger joins the server’s answer: a changed model is named as the reason of a miss', async () => {
  const { client } = await startTestHost()
  const { realPath } = await client.call('demo.open', {})
  const { threadId } = await openSession(client, realPath)
  await client.call('turn.send', { threadId, text: 'Hello' })
  await atRest(client, threadId)
  await client.call('thread.configure', { threadId, model: 'claude-opus-5-5' })
  await client.call('turn.send', { threadId, text: 'And?' })
  await atRest(client, threadId)
  const { requests } = await client.call('request.list', { threadId })
  const tails = await Promise.all(
    requests.map(async ({ id }) => {
      const { body } = await client.call('request.read', { requestId: id })
      return (JSON.parse(body) as { diagnostics: { previous_message_id: string | null } }).diagnostics
        .previous_message_id
    }),
  )
  expect(tails[0]).toBeNull()
  expect(tails.slice(1).every((id) => id?.startsWith('msg_'))).toBe(true)
  const changed = requests.findIndex((request) => request.model === 'claude-opus-5-5')
  expect(requests.map((request) => request.cacheMissReason)).toEqual(
    requests.map((_, n) => (n === changed ? 'model_changed' : null)),
  )
})
