// A client of a door in another process, through its socket.
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import type { HostFrame } from '../shared/contract/frames'
import type { ServeProcess } from './serve-process'
import { TestClient } from './test-host'

/** Connects with the token that a serving process prints; waits until it is ready. */
export async function socketClient(serve: ServeProcess): Promise<TestClient> {
  const line = await serve.ready
  const [, port, token] = /127\.0\.0\.1:(\d+)\/#token=(.+)$/.exec(line ?? '') ?? []
  if (token === undefined) throw new Error(`not ready: ${line}\n${serve.stderr.join('\n')}`)
  const socket = new WebSocket(`ws://127.0.0.1:${port}/host?token=${token}`)
  await once(socket, 'open')
  onTestFinished(() => socket.close())
  return new TestClient({
    connect(sink) {
      socket.addEventListener('message', (message) => sink(JSON.parse(String(message.data)) as HostFrame))
      return { receive: (frame) => socket.send(JSON.stringify(frame)), close: () => socket.close() }
    },
  })
}
