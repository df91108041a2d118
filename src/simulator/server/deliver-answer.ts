// Sends a composed message, at its pace, past its holds, with its fault.
import type { ServerResponse } from 'node:http'
import { apiError, errorBody } from '../api-error'
import type { Fault } from '../faults/fault'
import type { HoldPoints } from '../faults/holds'
import { type ComposedMessage, messageJson } from '../stream/compose-message'
import { messageSteps, type SseEvent } from '../stream/message-events'
import { ClientGone, createSseWriter, type SseWriter } from '../stream/sse-writer'
import type { MessagesBody } from '../validation/body-schema'
import type { ClientPresence } from './client-presence'
import type { Pace } from './pace'
import type { RecordedRequest } from './recorded-request'
import { respondError, respondJson } from './respond'

export type Delivery = {
  request: RecordedRequest
  response: ServerResponse
  client: ClientPresence
  body: MessagesBody
  message: ComposedMessage
  pace: Pace
  fault: Fault | null
  holds: HoldPoints
  splitBytes: boolean
  /** The first byte is about to leave. */
  begun: () => void
  /** The answer is complete. */
  ended: () => void
  /** The answer was broken by the fault. */
  broken: () => void
}

/** Delivers the answer. Rejects with `ClientGone` when the client leaves. */
export async function deliver(delivery: Delivery): Promise<void> {
  const { client, fault, holds, pace } = delivery
  const held = holds.at(0)
  if (held !== null) await client.during(held)
  await client.sleep(fault?.kind === 'slow' ? fault.ms : pace.firstByteMs)
  if (delivery.body.stream === true) await stream(delivery)
  else await answerWhole(delivery)
}

async function answerWhole(delivery: Delivery): Promise<void> {
  const { body, client, fault, message, request, response } = delivery
  for (const each of message.blocks) if ('until' in each) await client.during(each.until)
  if (fault?.kind === 'stream') {
    if (fault.breaks.how === 'stall') await client.during(new Promise<never>(() => undefined))
    if (fault.breaks.how === 'error') {
      request.error = apiError(fault.breaks.type, fault.breaks.message)
      request.status = request.error.status
      respondError(response, request.error, request.requestId)
    } else if (fault.breaks.how === 'malformed') {
      response.writeHead(200, { 'content-type': 'application/json', 'request-id': request.requestId })
      response.end('{"id":"msg_')
    } else {
      response.destroy()
    }
    return delivery.broken()
  }
  if (client.isGone()) throw new ClientGone()
  delivery.begun()
  const headers = fault?.kind === 'headers' ? fault.headers : {}
  respondJson(response, 200, messageJson(message, body), request.requestId, headers)
  delivery.ended()
}

async function stream(delivery: Delivery): Promise<void> {
  const { body, client, fault, holds, message, pace, request, response } = delivery
  const writer = createSseWriter(response, delivery.splitBytes)
  for (const step of messageSteps(message, body)) {
    if ('until' in step) {
      await withPings(delivery, writer, client.during(step.until))
      continue
    }
    if (fault?.kind === 'stream' && request.eventsSent === fault.afterEvents) return breakOff(delivery, writer, fault)
    if (step.event === 'content_block_delta') await client.sleep(pace.chunkMs)
    await send(delivery, writer, step)
    const held = holds.at(request.eventsSent)
    if (held !== null) await withPings(delivery, writer, client.during(held))
  }
  delivery.ended()
  response.end()
}

async function send(delivery: Delivery, writer: SseWriter, step: SseEvent): Promise<void> {
  const { request } = delivery
  if (request.eventsSent === 0) begin(delivery)
  request.eventsSent += 1
  await writer.event(step.event, step.data)
}

function begin({ begun, client, fault, request, response }: Delivery): void {
  if (client.isGone()) return
  begun()
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'request-id': request.requestId,
    ...(fault?.kind === 'headers' ? fault.headers : {}),
  })
}

/** Waits; meanwhile sends a ping now and then, as the API does in a long silence. */
async function withPings({ pace, response }: Delivery, writer: SseWriter, work: Promise<unknown>): Promise<void> {
  if (pace.pingEveryMs <= 0 || !response.headersSent) {
    await work
    return
  }
  const timer = setInterval(() => {
    writer.event('ping', { type: 'ping' }).catch(() => clearInterval(timer))
  }, pace.pingEveryMs)
  try {
    await work
  } finally {
    clearInterval(timer)
  }
}

async function breakOff(
  delivery: Delivery,
  writer: SseWriter,
  fault: Extract<Fault, { kind: 'stream' }>,
): Promise<void> {
  const { client, request, response } = delivery
  const { breaks } = fault
  if (breaks.how === 'stall') {
    if (request.eventsSent === 0 && breaks.pings) begin(delivery)
    const forever = client.during(new Promise<never>(() => undefined))
    await (breaks.pings ? withPings(delivery, writer, forever) : forever)
    return
  }
  if (breaks.how === 'drop') {
    delivery.broken()
    // What was written must arrive first; a reset would take it along.
    if (request.eventsSent > 0) response.socket?.end(() => response.destroy())
    else response.destroy()
    return
  }
  if (request.eventsSent === 0) begin(delivery)
  if (breaks.how === 'error') {
    request.error = apiError(breaks.type, breaks.message)
    await writer.event('error', errorBody(breaks, request.requestId))
  } else {
    await writer.raw(breaks.raw)
  }
  delivery.broken()
  response.end()
}
