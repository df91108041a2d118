// Runs in a thread of its own, beside the simulator's: takes requests, notes when, and passes them on. It neither parses nor counts, so
// that what it notes is when the bytes were there, however long the simulator then takes over them.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import type { Passage, RelayData } from './relay'

const { upstream, holdMs } = workerData as RelayData
const now = () => Number(process.hrtime.bigint()) / 1e6

const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    const receivedAt = now()
    const body = Buffer.concat(chunks)
    setTimeout(() => pass(incoming, body, receivedAt, outgoing), holdMs)
  })
})
// An idle connection is never closed from here: it would be, now and then, as the next request comes in on it.
server.keepAliveTimeout = 0
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  parentPort?.postMessage({ port: typeof address === 'object' ? address?.port : null })
})

function pass({ url, method, headers }: IncomingMessage, body: Buffer, receivedAt: number, outgoing: ServerResponse) {
  // A connection of its own each time: how long that takes is not measured.
  const onward = request(`${upstream}${url ?? '/'}`, { method, headers, agent: false }, (answer) => {
    const { connection: _connection, 'keep-alive': _keepAlive, ...others } = answer.headers
    let firstByteAt = Number.NaN
    let lastByteAt = Number.NaN
    outgoing.writeHead(answer.statusCode ?? 502, others)
    answer.on('data', (chunk: Buffer) => {
      lastByteAt = now()
      if (Number.isNaN(firstByteAt)) firstByteAt = lastByteAt
      outgoing.write(chunk)
    })
    answer.on('end', () => {
      outgoing.end()
      const requestId = String(answer.headers['request-id'])
      const passage: Passage = { requestId, bytes: body.length, receivedAt, firstByteAt, lastByteAt }
      parentPort?.postMessage({ passage })
    })
  })
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  onward.end(body)
}
