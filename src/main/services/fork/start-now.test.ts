// A sibling that waits for its leader can be told to go: what that costs, and what it does.
import { describe, expect, test } from 'vitest'
import { firstOf, reply, scriptByDirective, text } from '../../../simulator/script/builders'
import { ofFork } from '../../../simulator/script/request-predicates'
import { type Conversation, converse, forkOff, say } from '../../../testing/conversation'
import { MovedClock } from '../../../testing/moved-clock'

/** Three forks of a turn, the first held before its answer begins. */
async function waitingSiblings(options: { cold?: boolean; model?: string } = {}) {
  const clock = new MovedClock()
  const talk = await converse(
    firstOf(scriptByDirective([{ match: /Look/, script: () => reply(text('Seen.')) }]), () => reply(text('Yes.'))),
    {
      simulator: { models: { 'model-x': {} }, now: () => clock.now() },
      config: { clock },
      session: { model: options.model ?? 'claude-opus-5-5' },
    },
  )
  await say(talk.client, talk.threadId, 'Here is much to know. '.repeat(300))
  if (options.cold) clock.advance(6 * 60_000)
  const hold = talk.simulator.hold(ofFork())
  const ids = await forkOff(talk.client, talk.threadId, ['Look at a', 'Look at b', 'Look at c'])
  await hold.arrived
  const [leader = '', second = '', third = ''] = ids
  await talk.client.state(second, 'warming')
  await talk.client.state(third, 'warming')
  return { talk, hold, leader, second, third }
}

const requestsOf = async ({ client }: Conversation, threadId: string) =>
  (await client.call('request.list', { threadId })).requests

describe('a sibling that waits for its leader', () => {
  test('leaves when it is told to, is billed what was said, and the others follow once it is answered', async () => {
    const { talk, hold, leader, second, third } = await waitingSiblings()
    const { client } = talk
    const { startNow } = await client.call('thread.forecast', { threadId: third })
    expect(await client.call('thread.startNow', { threadId: third })).toEqual({ done: true })
    await Promise.all([client.state(third, 'done'), client.state(second, 'done')])
    expect(client.thread(leader)?.state).toBe('streaming')
    const [early] = await requestsOf(talk, third)
    const [late] = await requestsOf(talk, second)
    const dearer = (early?.inputNanoUsd ?? 0) - (late?.inputNanoUsd ?? 0)
    expect(dearer).toBeGreaterThan(0)
    expect(Math.abs((startNow?.nanoUsd ?? 0) - dearer)).toBeLessThan(dearer * 0.2)
    hold.release()
    await client.state(leader, 'done')
  })

  test('pays for the whole prefix where that is cold', async () => {
    const warm = await waitingSiblings()
    const cold = await waitingSiblings({ cold: true })
    const prices = await Promise.all(
      [warm, cold].map(async ({ talk, second }) => {
        const { startNow } = await talk.client.call('thread.forecast', { threadId: second })
        return startNow?.nanoUsd ?? 0
      }),
    )
    for (const { talk, hold, second } of [warm, cold]) {
      hold.release()
      await talk.client.state(second, 'done')
    }
    expect(prices[1]).toBeGreaterThan((prices[0] ?? 0) * 3)
  })

  test('is told no price where the model has none', async () => {
    const { talk, hold, second } = await waitingSiblings({ model: 'model-x' })
    expect((await talk.client.call('thread.forecast', { threadId: second })).startNow).toEqual({ nanoUsd: null })
    hold.release()
    await talk.client.state(second, 'done')
  })

  test('may be told twice; and what waits for no sibling fails clearly', async () => {
    const { talk, hold, leader, second, third } = await waitingSiblings()
    const { client } = talk
    const own = talk.simulator.hold(ofFork('Look at b'))
    await client.call('thread.startNow', { threadId: second })
    await own.arrived
    expect(await client.call('thread.startNow', { threadId: second })).toEqual({ done: true })
    expect(await client.call('thread.startNow', { threadId: leader })).toEqual({ done: true })
    expect((await client.call('thread.forecast', { threadId: second })).startNow).toBeNull()
    expect(await client.fails('thread.startNow', { threadId: talk.threadId })).toMatchObject({
      code: 'conflict',
      state: 'idle',
      message: expect.stringContaining('does not wait for a sibling'),
    })
    own.release()
    hold.release()
    await Promise.all([leader, second, third].map((id) => client.state(id, 'done')))
    expect(await client.fails('thread.startNow', { threadId: second })).toMatchObject({ code: 'conflict' })
    expect(talk.simulator.requests.filter(ofFork())).toHaveLength(3)
  })

  test('is not let go before its place in line has come', async () => {
    const { talk, hold, leader, second, third } = await waitingSiblings()
    const { client } = talk
    await client.call('settings.write', { patch: { 'fork.concurrency': 1 } })
    const [queued = ''] = await forkOff(client, talk.threadId, ['Look at d'])
    await client.state(queued, 'queued')
    expect(await client.fails('thread.startNow', { threadId: queued })).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('a place in line'),
    })
    hold.release()
    await Promise.all([leader, second, third, queued].map((id) => client.state(id, 'done')))
  })
})
