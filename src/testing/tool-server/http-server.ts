// A tool server over streamable HTTP on loopback, in the test's own process.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { onTestFinished } from 'vitest'
import { createToolServer, type ServerWays } from './offered-tools'

export interface HttpWays extends ServerWays {
  /** Answers every request without this bearer token with 401. */
  token?: string
  port?: number
}

export interface HttpToolServer {
  url: string
  port: number
  /** The headers of each request, in order. */
  requests: IncomingMessage['headers'][]
  /** Ends it with all connections; what it knew of its clients is gone. */
  close(): Promise<void>
}

/** Starts one; it ends with the test. */
export async function startHttpToolServer(ways: HttpWays = {}): Promise<HttpToolServer> {
  const requests: IncomingMessage['headers'][] = []
  const clients = new Map<string, StreamableHTTPServerTransport>()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    requests.push(request.headers)
    if (ways.token !== undefined && request.headers.authorization !== `Bearer ${ways.token}`) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
      return
    }
    const id = request.headers['mcp-session-id']
    const known = typeof id === 'string' ? clients.get(id) : undefined
    if (typeof id === 'string' && !known) {
      response.writeHead(404).end()
      return
    }
    await (known ?? (await newClient(clients, ways))).handleRequest(request, response)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(ways.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const close = async () => {
    if (!server.listening) return
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  onTestFinished(close)
  return { url: `http://127.0.0.1:${port}/mcp`, port, requests, close }
}

async function newClient(
  clients: Map<string, StreamableHTTPServerTransport>,
  ways: ServerWays,
): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => void clients.set(id, transport),
  })
  await createToolServer(ways).connect(transport)
  return transport
}
