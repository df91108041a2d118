// Connects to tool servers with the protocol's own library, over a process's pipes or over HTTP.
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { HttpEntry, StdioEntry } from '../../../core/mcp/server-entry'
import type { Clock } from '../../services/ports/clock'
import {
  type ConnectOrder,
  type ServerConnection,
  type ServerConnector,
  type ServerFault,
  ServerFaultError,
} from '../../services/ports/tool-servers'
import { cleanEnvironment } from '../system/clean-environment'
import { boundedFetch } from './bounded-fetch'
import { endedFault, faulty, httpFault, startFault, wordsOf } from './fault-words'
import { loadSdk, type Sdk } from './load-sdk'
import { OpenConnection, type Wire } from './open-connection'
import { type ServerProcess, startServerProcess } from './server-process'
import { StdioTransport } from './stdio-transport'

const START_MS = 30_000
const CALL_MS = 10 * 60_000
const LONGEST_MS = 24 * 60 * 60_000

export interface ConnectorOptions {
  clock: Clock
  /** This process's environment; what servers get of it is cleaned here. */
  env: NodeJS.ProcessEnv
  version: string
}

/** Nothing that a server says about the shape of its results is compiled or believed. */
const NO_CHECKS = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: 'results are not checked' }),
}

export function createServerConnector({ clock, env, version }: ConnectorOptions): ServerConnector {
  const startMs = limitIn(env.MCP_TIMEOUT, START_MS)
  const childEnv = cleanEnvironment(env)
  return {
    startMs,
    callMs: limitIn(env.MCP_TOOL_TIMEOUT, CALL_MS),
    async connect(order): Promise<ServerConnection> {
      order.signal.throwIfAborted()
      const sdk = await loadSdk()
      const { entry } = order
      const wire =
        entry.kind === 'stdio' ? await stdioWire(sdk, order, entry, { clock, childEnv }) : httpWire(sdk, entry)
      const client = newClient(sdk, order, version)
      const connection = new OpenConnection({ sdk, client, wire, clock, order, startMs })
      try {
        await greet(client, wire, startMs, order.signal)
        return connection
      } catch (error) {
        await connection.close()
        order.signal.throwIfAborted()
        throw error instanceof ServerFaultError ? error : new ServerFaultError(wire.faultOf(error))
      }
    },
  }
}

/** A limit from the environment, in milliseconds; what is no number, or none that makes sense, counts as not set. */
function limitIn(text: string | undefined, otherwise: number): number {
  const ms = Number(text)
  return text === undefined || !Number.isFinite(ms) || ms < 1 ? otherwise : Math.min(Math.floor(ms), LONGEST_MS)
}

function newClient(sdk: Sdk, { folder, onToolsChanged }: ConnectOrder, version: string): Client {
  const client = new sdk.Client(
    { name: 'tine', version },
    { capabilities: { roots: {} }, jsonSchemaValidator: NO_CHECKS },
  )
  client.setRequestHandler(sdk.ListRootsRequestSchema, () => ({
    roots: [{ uri: pathToFileURL(folder).href, name: basename(folder) }],
  }))
  client.setNotificationHandler(sdk.ToolListChangedNotificationSchema, () => onToolsChanged())
  return client
}

async function greet(client: Client, wire: Wire, startMs: number, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.timeout(startMs)
  try {
    await client.connect(wire.transport, { signal: AbortSignal.any([signal, limit]), timeout: startMs + 1_000 })
  } catch (error) {
    if (!limit.aborted) throw error
    faulty({
      reason: `it did not answer the greeting within ${Math.ceil(startMs / 1000)} seconds (MCP_TIMEOUT)`,
      permanent: false,
      lastWords: wire.lastWords(),
    })
  }
}

async function stdioWire(
  sdk: Sdk,
  order: ConnectOrder,
  entry: StdioEntry,
  { clock, childEnv }: { clock: Clock; childEnv: NodeJS.ProcessEnv },
): Promise<Wire> {
  const process = await started(order, entry, clock, childEnv)
  const isMessage = (value: unknown): value is JSONRPCMessage => sdk.JSONRPCMessageSchema.safeParse(value).success
  const transport = new StdioTransport(process, isMessage)
  let exitCode: number | null = null
  void process.ended.then((code) => {
    exitCode = code
  })
  const lostFault = (): ServerFault => {
    const lastWords = transport.words.lines()
    if (transport.fault !== null) return { reason: transport.fault, permanent: false, lastWords }
    return endedFault(entry.command, exitCode, lastWords)
  }
  return {
    transport,
    lastWords: () => transport.words.lines(),
    lostFault,
    faultOf: (error) =>
      transport.fault !== null || exitCode !== null
        ? lostFault()
        : { reason: wordsOf(error), permanent: false, lastWords: transport.words.lines() },
    close: () => transport.close(),
    doubtful: false,
  }
}

async function started(
  { folder, onProcess, onProcessEnd }: ConnectOrder,
  entry: StdioEntry,
  clock: Clock,
  env: NodeJS.ProcessEnv,
): Promise<ServerProcess> {
  try {
    return await startServerProcess({ entry, folder, env, clock, onProcess, onProcessEnd })
  } catch (error) {
    const fault = startFault(error, entry.command)
    if (fault) throw new ServerFaultError(fault)
    throw error
  }
}

function httpWire(sdk: Sdk, { url, headers }: HttpEntry): Wire {
  if (!URL.canParse(url)) faulty({ reason: '“url” is not an address', permanent: true, lastWords: [] })
  const transport = new sdk.StreamableHTTPClientTransport(new URL(url), {
    fetch: boundedFetch(),
    requestInit: { headers },
  })
  const faultOf = (error: unknown): ServerFault =>
    error instanceof sdk.StreamableHTTPError && error.code !== undefined && error.code > 0
      ? httpFault(error.code)
      : { reason: wordsOf(error), permanent: false, lastWords: [] }
  return {
    transport,
    lastWords: () => [],
    lostFault: () => ({ reason: 'the connection was lost', permanent: false, lastWords: [] }),
    faultOf,
    close: () => transport.close(),
    doubtful: true,
    farewell: () => transport.terminateSession(),
  }
}
