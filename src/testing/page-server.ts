// A real server of pages on loopback, for what fetches them; it may misbehave as it likes.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PageServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  readonly port: number
  /** What was asked for, in order. */
  readonly asked: IncomingMessage[]
  close(): Promise<void>
}

/** Starts a server that answers with this. */
export async function startPageServer(answer: RequestListener): Promise<PageServer> {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
