// One request from its body to the end of its answer.
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { type ApiError, apiError } from '../api-error'
import type { Fault } from '../faults/fault'
import type { ArmedFaults } from '../faults/fault-plan'
import type { Holds } from '../faults/holds'
import type { CacheMeter, InputUsage } from '../prompt/cache-meter'
import type { SummarySeal } from '../prompt/summary-seal'
import type { Signer } from '../prompt/thinking-signatures'
import { createScriptContext, type Script } from '../script/script'
import { type ComposedMessage, composeMessage, composePrewarm, contentOf } from '../stream/compose-message'
import { composeSummary } from '../stream/compose-summary'
import { ClientGone } from '../stream/sse-writer'
import { begunUsage } from '../stream/usage'
import { type Admitted, admit, checkHeaders } from './admit-request'
import { watchClient } from './client-presence'
import type { ConversationMemory } from './conversation-memory'
import { deliver } from './deliver-answer'
import type { Pace } from './pace'
import type { ReadBody } from './read-body'
import type { RecordedRequest } from './recorded-request'
import { type RequestLog, readKey } from './request-log'
import { respondError, respondPage } from './respond'
import type { SimulatorOptions } from './simulator-options'

/** The parts one simulator is made of. */
export type Engine = {
  options: SimulatorOptions
  now: () => number
  log: RequestLog
  meter: CacheMeter
  memory: ConversationMemory
  signer: Signer
  summarySeal: SummarySeal
  faults: ArmedFaults
  holds: Holds
  script: Script
}

/** What came in. */
export type Received = { read: ReadBody; headers: IncomingHttpHeaders }

/** Answers `POST /v1/messages`. Never rejects: what goes wrong in the simulator itself is answered as a 500. */
export async function answerRequest(
  engine: Engine,
  request: RecordedRequest,
  { read, headers }: Received,
  response: ServerResponse,
): Promise<void> {
  try {
    await run(engine, request, { read, headers }, response)
  } catch (error) {
    if (error instanceof ClientGone) return engine.log.settle(request, 'aborted')
    const words = error instanceof Error ? error.message : String(error)
    request.error = apiError('api_error', `simulator: ${words}`)
    if (response.headersSent) response.destroy()
    else respondError(response, request.error, request.requestId)
    request.status ??= 500
    engine.log.settle(request, 'failed')
  }
}

async function run(
  engine: Engine,
  request: RecordedRequest,
  { read, headers }: Received,
  response: ServerResponse,
): Promise<void> {
  const client = watchClient(response)
  const refused = checkHeaders(request.headers, readKey(headers), engine.options)
  if (refused !== null) return refuse(engine, request, response, refused)
  const fault = engine.faults.take(request)
  if (fault?.kind === 'answer' || fault?.kind === 'page') return fail(engine, request, response, fault)
  const admission = admit(read, request.headers['anthropic-beta'] ?? '', engine)
  if (admission.admitted === null) return refuse(engine, request, response, admission.refused)
  const { body, prompt, facts } = admission.admitted
  request.prompt = prompt
  const metered = engine.meter.meter(prompt, facts.minimumCacheTokens, request.clockAt)
  const holds = engine.holds.claim(request)
  const { message, pace } = await client.during(generate(engine, request, admission.admitted, metered.usage))
  await deliver({
    request,
    response,
    client,
    body,
    message,
    pace,
    fault,
    holds,
    splitBytes: engine.options.splitBytes === true,
    begun: () => {
      request.firstEventAt = performance.now()
      request.status = 200
      request.messageId = message.id
      request.usage = begunUsage(message.usage)
      request.answer = contentOf(message)
      request.stopReason = message.stopReason
      engine.memory.remember(body, prompt, message)
      if (engine.options.readableAt !== 'end') metered.commit()
    },
    ended: () => {
      request.usage = message.usage
      if (engine.options.readableAt === 'end') metered.commit()
      engine.log.settle(request, 'ok')
    },
    broken: () => engine.log.settle(request, 'failed'),
  })
}

async function generate(
  engine: Engine,
  request: RecordedRequest,
  { body, prompt }: Admitted,
  input: InputUsage,
): Promise<{ message: ComposedMessage; pace: Pace }> {
  const { options, memory, signer } = engine
  const diagnostics = memory.compare(body, prompt, options.diagnostics === 'pending')
  const context = { body, prompt, input, diagnostics, signer, newId }
  const pace: Pace = {
    firstByteMs: options.firstByteMs ?? 0,
    chunkMs: options.chunkMs ?? 0,
    pingEveryMs: options.pingEveryMs ?? 0,
  }
  if (body.max_tokens === 0) return { message: composePrewarm(context), pace }
  const reply = await engine.script(createScriptContext(body, request))
  if (reply === null) throw new Error('the script has no answer for this request')
  return {
    message: body.compaction ? composeSummary(reply, context, engine.summarySeal.sign) : composeMessage(reply, context),
    pace: { ...pace, firstByteMs: reply.delayMs ?? pace.firstByteMs, chunkMs: reply.chunkMs ?? pace.chunkMs },
  }
}

function refuse(engine: Engine, request: RecordedRequest, response: ServerResponse, error: ApiError): void {
  request.error = error
  request.status = error.status
  respondError(response, error, request.requestId)
  engine.log.settle(request, 'refused')
}

function fail(
  engine: Engine,
  request: RecordedRequest,
  response: ServerResponse,
  fault: Extract<Fault, { kind: 'answer' | 'page' }>,
): void {
  request.status = fault.status
  if (fault.kind === 'page') {
    respondPage(response, fault.status, fault.html)
  } else {
    request.error = apiError(fault.type, fault.message, fault.status)
    respondError(response, request.error, request.requestId, fault.headers)
  }
  engine.log.settle(request, fault.status >= 400 && fault.status < 500 ? 'refused' : 'failed')
}

/** An id that no other simulator has made: conversations outlive simulators. */
export function newId(prefix: string): string {
  return `${prefix}01${randomBytes(15).toString('base64url').replaceAll('-', 'x').replaceAll('_', 'y')}`
}
