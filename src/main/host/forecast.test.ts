import { expect, test } from 'vitest'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../../simulator/script/builders'
import { temporaryFolder } from '../../testing/temporary-store'
import { openSession, startTestHost } from '../../testing/test-host'

test('forecasts come close to what is billed: first, warm, and of each sibling', async () => {
  const { client, simulator } = await startTestHost({ simulator: { models: {} } })
  simulator.script(
    firstOf(
      scriptByDirective([{ match: /Look/, script: () => reply(text('Seen.')) }]),
      scriptByTurn([reply(text('I see.'), call('glob', { pattern: '*' })), reply(text('Nothing there.'))]),
    ),
  )
  const { threadId } = await openSession(client, temporaryFolder(), { model: 'tine-demo' })
  await client.call('turn.send', { threadId, text: 'What is here? '.repeat(400) })
  await client.state(threadId, 'idle')
  const directives = ['Look at a', 'Look at b', 'Look at c']
  const { threadIds } = await client.call('fork.start', { threadId, directives, isolation: 'none' })
  await Promise.all(threadIds.map((id) => client.state(id, 'done')))
  for (const id of [threadId, ...threadIds]) {
    const { requests } = await client.call('request.list', { threadId: id })
    for (const { forecast, usage, n } of requests) {
      if (id === threadId && n === 1) continue // nothing of this session was counted yet: an estimate
      const said = forecast?.usage ?? { cacheRead: 0, cacheWrite5m: 0 }
      expect(Math.abs(said.cacheRead - usage.cacheRead), `read of ${n}`).toBeLessThan(0.06 * usage.cacheRead + 60)
      expect(Math.abs(said.cacheWrite5m - usage.cacheWrite5m), `written of ${n}`).toBeLessThan(150)
    }
  }
  const { requests } = await client.call('request.list', { threadId: threadIds[2] ?? '' })
  expect(requests[0]?.usage.cacheRead).toBeGreaterThan(1000)
})
