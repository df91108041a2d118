import { afterEach, beforeEach, expect, test } from 'vitest'
import { reply } from '../script/builders'
import { lastSays, ofFork, ofParent } from '../script/request-predicates'
import { type Simulator, startSimulator } from '../start-simulator'
import { bodyWith, postMessage, readEvents } from '../testing/post-message'

let simulator: Simulator
beforeEach(async () => {
  simulator = await startSimulator({ script: () => reply('fine') })
})
afterEach(() => simulator.close())

const send = (words: string) =>
  postMessage(simulator.url, bodyWith({ stream: true, messages: [{ role: 'user', content: words }] }))

test('a hold stops one answer before its first byte and lets the others pass', async () => {
  const hold = simulator.hold(lastSays('stop'))
  const stopped = send('stop here')
  const request = await hold.arrived
  expect(request).toMatchObject({ outcome: 'pending', eventsSent: 0, firstEventAt: null })
  expect((await send('stop not')).status).toBe(200)
  hold.release()
  expect((await stopped).status).toBe(200)
})

test('a hold in mid stream stops after so many events', async () => {
  const hold = simulator.hold(undefined, { afterEvents: 3 })
  const stopped = send('go')
  expect((await hold.arrived).eventsSent).toBe(3)
  hold.release()
  expect(readEvents((await stopped).text).at(-1)?.event).toBe('message_stop')
})

test('a hold can stop several, and tells them all', async () => {
  const hold = simulator.hold(undefined, { count: 2 })
  const both = [send('a'), send('b')]
  await hold.arrived
  await simulator.arrival((request) => request.n === 2)
  hold.release()
  await Promise.all(both)
  expect(hold.held.map((request) => request.n).sort()).toEqual([1, 2])
})

test('a hold can be meant for a fork by its directive, or for the parent', async () => {
  const ofAlpha = simulator.hold(ofFork('alpha'))
  const parents = simulator.hold(ofParent())
  const fork = (directive: string) => [
    { type: 'text' as const, text: '<fork-boilerplate>\nwork\n</fork-boilerplate>' },
    { type: 'text' as const, text: directive },
  ]
  const ask = (content: ReturnType<typeof fork>) =>
    postMessage(simulator.url, bodyWith({ messages: [{ role: 'user', content }] }))
  expect((await ask(fork('beta'))).status).toBe(200)
  const held = [ask(fork('alpha')), send('alpha')]
  expect([(await ofAlpha.arrived).n, (await parents.arrived).n].sort()).toEqual([2, 3])
  ofAlpha.release()
  parents.release()
  await Promise.all(held)
})

test('a released hold stops nobody any more, and closing the simulator releases', async () => {
  simulator.hold().release()
  expect((await send('a')).status).toBe(200)
  const hold = simulator.hold()
  const held = send('b').catch((reason: unknown) => reason)
  await hold.arrived
  await simulator.close()
  await held
})
