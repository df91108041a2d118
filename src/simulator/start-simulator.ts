// A Messages API on loopback that meters the prompt cache.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { apiError } from './api-error'
import { ArmedFaults, type FaultPlan } from './faults/fault-plan'
import { type Hold, type HoldOptions, Holds } from './faults/holds'
import { CacheMeter } from './prompt/cache-meter'
import { createSummarySeal } from './prompt/summary-seal'
import { createSigner } from './prompt/thinking-signatures'
import { echo } from './script/builders'
import type { Script } from './script/script'
import { answerRequest, type Engine, newId } from './server/answer-request'
import { ConversationMemory } from './server/conversation-memory'
import { collectBody, readBody } from './server/read-body'
import type { RecordedRequest } from './server/recorded-request'
import { RequestLog, type RequestPredicate } from './server/request-log'
import { respondError } from './server/respond'
import type { SimulatorOptions } from './server/simulator-options'

export type Simulator = {
  /** Base address, e.g. `http://127.0.0.1:40123`; give it to the SDK as its base URL. */
  url: string
  port: number
  /** `POST /v1/messages` in order of arrival. */
  requests: readonly RecordedRequest[]
  /** Replaces the model. */
  script: (script: Script) => void
  faults: FaultPlan
  /** The time that entries live by, in milliseconds. Advancing it ages them without waiting. */
  clock: { now: () => number; advance: (ms: number) => void }
  /** Stops matching answers (all requests by default) at a point until they are released. */
  hold: (matches?: RequestPredicate, options?: HoldOptions) => Hold
  /** The first request that matches, already there or still to come. */
  arrival: (matches: RequestPredicate) => Promise<RecordedRequest>
  /** Closes the port, so that connections are refused; the function handed back opens it again. */
  refuseConnections: () => Promise<() => Promise<void>>
  /** Ends every connection and closes the port. */
  close: () => Promise<void>
}

/** A fixed secret: what one simulator signed, the next one accepts, as a conversation outlives the process. */
const signingSecret = 'tine simulator'

/** Starts a simulator on loopback. Rejects when the port is taken. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const clock = movableClock(options.now ?? Date.now)
  const engine: Engine = {
    options,
    now: clock.now,
    log: new RequestLog(options.keepRequests),
    meter: new CacheMeter({ lookback: options.lookback ?? 20, runsCountOnce: options.runsCountOnce === true }),
    memory: new ConversationMemory(),
    signer: createSigner(signingSecret, options.thinkingBinding ?? 'prefix'),
    summarySeal: createSummarySeal(signingSecret),
    faults: new ArmedFaults(),
    holds: new Holds(),
    script: options.script ?? echo(),
  }
  const server = createServer((incoming, response) => {
    void handle(engine, incoming, response)
  })
  const port = await listen(server, options.port ?? 0)
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests: engine.log.requests,
    script: (script) => {
      engine.script = script
    },
    faults: engine.faults,
    clock,
    hold: (matches = () => true, holdOptions) => engine.holds.add(matches, holdOptions),
    arrival: (matches) => engine.log.arrival(matches),
    refuseConnections: async () => {
      await stop(server)
      return async () => {
        await listen(server, port)
      }
    },
    close: async () => {
      engine.holds.releaseAll()
      await stop(server)
    },
  }
}

async function handle(engine: Engine, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (incoming.url ?? '/').split('?')[0] ?? '/'
  const method = incoming.method ?? 'GET'
  const requestId = newId('req_')
  if (path !== '/v1/messages' || method !== 'POST') {
    incoming.resume()
    respondError(response, apiError('not_found_error', `${method} ${path}: Not found`), requestId)
    return
  }
  const bytes = await collectBody(incoming)
  if (bytes === 'gone') return
  if (bytes === 'too-large') {
    respondError(response, apiError('request_too_large', 'Request exceeds the maximum size'), requestId)
    return
  }
  const read = readBody(bytes)
  const clockAt = engine.now()
  const facts = { method, path, bodyText: read.text, body: read.body, clockAt, requestId }
  const request = engine.log.add(facts, incoming.headers)
  await answerRequest(engine, request, { read, headers: incoming.headers }, response)
}

function movableClock(now: () => number): Simulator['clock'] {
  let ahead = 0
  return {
    now: () => now() + ahead,
    advance: (ms) => {
      ahead += ms
    },
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
