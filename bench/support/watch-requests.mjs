// Loaded into the app's process before the app (`--import`): notes when it hands a request to Node's HTTP client and when it has read the answer's
// first and last bytes, which divides the way from one answer to the next request into the app's own work and the transport on both
// sides of it; and how much processor time its main thread had used by then, which other work on the machine does not stretch, and how long it stood in line for a processor, which is that other work.
import { subscribe } from 'node:diagnostics_channel'
import { existsSync, openSync, readSync } from 'node:fs'

/** What the kernel says of this thread on Linux, in nanoseconds: ran, waited for a processor. */
const SCHEDULED = '/proc/self/schedstat'
/** Opened once: this is asked at every piece of an answer, and must not take time itself. */
const scheduled = existsSync(SCHEDULED) ? openSync(SCHEDULED, 'r') : null
const line = Buffer.alloc(64)

function waitedNs() {
  if (scheduled === null) return 0
  const length = readSync(scheduled, line, 0, line.length, 0)
  return Number(line.toString('latin1', 0, length).split(' ')[1])
}

/** Milliseconds: of the machine's monotonic clock, of processor time, and of waiting for a processor (0 where nobody counts it). */
function now() {
  const at = Number(process.hrtime.bigint()) / 1e6
  const { user, system } = process.threadCpuUsage()
  return { at, cpu: (user + system) / 1000, waited: waitedNs() / 1e6 }
}
let calls = []
/** By the request as Node knows it. */
const callOf = new WeakMap()

subscribe('http.client.request.created', ({ request }) => {
  const call = { called: now(), requestId: null, began: null, read: null }
  calls.push(call)
  callOf.set(request, call)
})

subscribe('http.client.response.finish', ({ request, response }) => {
  const call = callOf.get(request)
  if (!call) return
  call.requestId = response.headers['request-id'] ?? null
  response.on('data', () => {
    call.read = now()
    call.began ??= call.read
  })
})

process.on('message', (ask) => {
  if (ask !== 'requests') return
  process.send(calls)
  calls = []
})
