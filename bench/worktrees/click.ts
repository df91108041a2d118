// Figure: from the click on a fork to its first request, with a worktree of its own and without one.
import { join } from 'node:path'
import { reply, text } from '../../src/simulator/script/builders'
import type { Findings } from '../support/figure'
import { count, median, ms, spread } from '../support/report'
import { type SimulatedApp, withSimulatedApp } from '../support/simulated-app'
import { FILES, makeBigRepository } from './big-repository'

const RUNS = 5

interface Click {
  toRequest: number
  /** Until the worktree could be used; 0 without one. */
  toReady: number
}

export function click(): Promise<Findings> {
  const place = { folder: '' }
  const script = () => reply(text('Result: done.'))
  const prepare = async ({ workspace }: { workspace: string }) => {
    place.folder = join(workspace, 'repository')
    await makeBigRepository(place.folder)
  }
  return withSimulatedApp({ script, prepare, settings: { 'fork.gate': 'off' } }, async (started) => {
    const { threadId } = await started.client.openSession(place.folder)
    await started.client.say(threadId, 'Hello')
    const own: Click[] = []
    const none: Click[] = []
    for (let n = 0; n <= RUNS; n++) {
      none.push(await clickFork(started, threadId, 'none', `Without number ${n}.`))
      own.push(await clickFork(started, threadId, 'worktree', `With number ${n}.`))
    }
    return findings(own.slice(1), none.slice(1))
  })
}

async function clickFork(
  { client, simulator }: SimulatedApp,
  threadId: string,
  isolation: 'worktree' | 'none',
  directive: string,
): Promise<Click> {
  const arrival = simulator.arrival((request) => request.bodyText.includes(directive))
  let ready = 0
  const begun = performance.now()
  const stop = client.onEvent((event) => {
    if (event.type !== 'worktree.changed' || event.worktree.state === 'creating' || ready > 0) return
    if (event.worktree.state === 'failed') throw new Error('a worktree failed')
    ready = performance.now()
  })
  const { threadIds } = await client.call('fork.start', { threadId, directives: [directive], isolation })
  const { receivedAt } = await arrival
  await client.atRest(threadIds)
  if (isolation === 'worktree') await client.until(() => ready > 0)
  stop()
  return { toRequest: receivedAt - begun, toReady: ready === 0 ? 0 : ready - begun }
}

function findings(own: readonly Click[], none: readonly Click[]): Findings {
  const times = (clicks: readonly Click[]) => clicks.map(({ toRequest }) => toRequest)
  const ready = own.map(({ toReady }) => toReady)
  const [withOne, without] = [median(times(own)), median(times(none))]
  return {
    rows: [
      {
        figure: `click → first request, worktree of ${count(FILES)} files`,
        toReach: `before the checkout is there (${ms(median(ready))})`,
        measured: `${ms(withOne)} (${spread(times(own))})`,
        reached: withOne < median(ready),
      },
      {
        figure: 'click → first request, no worktree',
        toReach: 'to compare',
        measured: `${ms(without)} (${spread(times(none))})`,
        reached: null,
      },
    ],
    details: [],
  }
}
