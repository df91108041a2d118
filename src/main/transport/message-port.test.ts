import { once } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { HostFrame } from '../../shared/contract/frames'
import { connectMessagePort, type FramePort } from './message-port'

/** A host that answers every frame with itself and remembers what was closed. */
class EchoHost {
  readonly received: unknown[] = []
  closed = 0
  sink: (frame: HostFrame) => void = () => {}

  connect(sink: (frame: HostFrame) => void) {
    this.sink = sink
    return {
      receive: (frame: unknown) => {
        this.received.push(frame)
        sink({ id: 1, ok: true, result: frame })
      },
      close: () => {
        this.closed += 1
      },
    }
  }
}

/** Node's port hands over the data where Electron's hands over an event that carries it. */
function asFramePort(port: MessagePort): FramePort {
  return {
    on: (event: 'message' | 'close', listener: (message: { data: unknown }) => void) =>
      port.on(event, (data?: unknown) => listener({ data })),
    postMessage: (frame) => port.postMessage(frame),
    start: () => port.start(),
    close: () => port.close(),
  }
}

let host: EchoHost
let page: MessagePort
let close: () => void

beforeEach(() => {
  host = new EchoHost()
  const { port1, port2 } = new MessageChannel()
  page = port2
  close = connectMessagePort(host, asFramePort(port1))
})

afterEach(() => page.close())

test('frames cross in both directions as objects', async () => {
  page.postMessage({ id: 1, command: 'app.info' })
  const [answer] = await once(page, 'message')
  expect(answer).toEqual({ id: 1, ok: true, result: { id: 1, command: 'app.info' } })
})

test('when the page goes, its connection is closed once and later frames are dropped', async () => {
  page.close()
  await once(page, 'close')
  await expect.poll(() => host.closed).toBe(1)
  expect(() => host.sink({ id: 2, ok: true, result: null })).not.toThrow()
  close()
  expect(host.closed).toBe(1)
})

test('closing from our side ends the port of the page', async () => {
  const ended = once(page, 'close')
  close()
  await ended
  expect(host.closed).toBe(1)
})
