// One connection to one server, however it is carried: listing, calling, noticing its end.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { z } from 'zod'
import type { OfferedTool } from '../../../core/mcp/freeze-tools'
import type { Clock } from '../../services/ports/clock'
import {
  type ConnectOrder,
  type ServerConnection,
  type ServerFault,
  ServerFaultError,
} from '../../services/ports/tool-servers'
import type { ToolOutcome } from '../../services/ports/tools'
import { settlesWithin } from '../system/settles-within'
import { callOutcome } from './call-outcome'
import { faulty, wordsOf } from './fault-words'
import type { Sdk } from './load-sdk'

/** What carries the messages, and what its errors mean. */
export interface Wire {
  transport: Transport
  lastWords(): string[]
  /** Why it is gone, when nobody closed it. */
  lostFault(): ServerFault
  faultOf(error: unknown): ServerFault
  close(): Promise<void>
  /** Whether it can be gone without anybody hearing of it, so that after an error it has to be asked. */
  doubtful: boolean
  /** Tells the server that nobody comes back. */
  farewell?(): Promise<void>
}

interface Parts {
  sdk: Sdk
  client: Client
  wire: Wire
  clock: Clock
  order: ConnectOrder
  startMs: number
}

const PING_MS = 5_000
const FAREWELL_MS = 500
const MOST_PAGES = 50
/** Of one server; far fewer are taken. */
const MOST_OFFERED = 5_000
const MOST_ERROR_CHARS = 20_000

const listAnswer = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() })
const callAnswer = z.looseObject({})

export class OpenConnection implements ServerConnection {
  private closing = false
  private lost = false
  private asking = false

  constructor(private readonly parts: Parts) {
    const { client, wire } = parts
    client.onclose = () => this.isLost(wire.lostFault())
    // An answer to a call that was given up, a notification nobody knows: said and forgotten, unless the connection may be gone.
    client.onerror = () => {
      if (wire.doubtful) void this.ask()
    }
  }

  get title(): string | null {
    const said = this.parts.client.getServerVersion()
    return said ? `${said.name} ${said.version}`.trim().slice(0, 200) : null
  }

  async listTools(signal: AbortSignal): Promise<OfferedTool[]> {
    const { client, startMs } = this.parts
    if (!client.getServerCapabilities()?.tools) return []
    const offered: OfferedTool[] = []
    const cursors = new Set<string>()
    const limited = AbortSignal.any([signal, AbortSignal.timeout(startMs)])
    let cursor: string | undefined
    do {
      const params = cursor === undefined ? {} : { cursor }
      const page = await this.request({ method: 'tools/list', params }, listAnswer, limited, signal)
      offered.push(...page.tools.slice(0, MOST_OFFERED - offered.length))
      cursor = page.nextCursor
      if (cursor === undefined || cursors.has(cursor)) break
      cursors.add(cursor)
    } while (cursors.size < MOST_PAGES && offered.length < MOST_OFFERED)
    return offered
  }

  async call(tool: string, input: unknown, limitMs: number, signal: AbortSignal): Promise<ToolOutcome> {
    const over = new AbortController()
    const cancel = this.parts.clock.after(limitMs, () => over.abort(new Error('the time is over')))
    try {
      const limited = AbortSignal.any([signal, over.signal])
      const params = { name: tool, arguments: input }
      return callOutcome(await this.request({ method: 'tools/call', params }, callAnswer, limited, signal))
    } catch (error) {
      if (error instanceof ServerRefusal) return { content: error.message, isError: true }
      if (!over.signal.aborted || signal.aborted) throw error
      return faulty({
        reason: `it gave no result within ${Math.ceil(limitMs / 1000)} seconds, and the call was cancelled`,
        permanent: false,
        lastWords: this.lastWords(),
      })
    } finally {
      cancel()
    }
  }

  lastWords(): string[] {
    return this.parts.wire.lastWords()
  }

  async close(): Promise<void> {
    if (this.closing) return this.parts.wire.close()
    this.closing = true
    const { wire, clock } = this.parts
    if (wire.farewell && !this.lost) {
      // A server that does not answer it is left without.
      const said = wire.farewell().catch(() => undefined)
      await settlesWithin(clock, FAREWELL_MS, said)
    }
    await wire.close()
  }

  /** @param signal of these, the one whose reason is thrown */
  private async request<T extends z.ZodType>(
    request: { method: string; params: Record<string, unknown> },
    schema: T,
    limited: AbortSignal,
    signal: AbortSignal,
  ): Promise<z.output<T>> {
    const { client, sdk, wire } = this.parts
    // The library's own limit is never the one that counts.
    const options = { signal: limited, timeout: 0x7fff_ffff }
    try {
      return (await client.request(request, schema, options)) as z.output<T>
    } catch (error) {
      signal.throwIfAborted()
      if (client.transport === undefined) throw new ServerFaultError(wire.lostFault())
      if (error instanceof sdk.McpError && !limited.aborted)
        throw new ServerRefusal(wordsOf(error).slice(0, MOST_ERROR_CHARS))
      if (wire.doubtful) void this.ask()
      throw new ServerFaultError(
        limited.aborted
          ? { reason: 'it did not answer in time', permanent: false, lastWords: this.lastWords() }
          : wire.faultOf(error),
      )
    }
  }

  /** Asks whether the server is still there; one that does not answer is lost. */
  private async ask(): Promise<void> {
    if (this.asking || this.closing || this.lost) return
    this.asking = true
    try {
      await this.parts.client.ping({ timeout: PING_MS })
    } catch (error) {
      this.isLost(this.parts.wire.faultOf(error))
    } finally {
      this.asking = false
    }
  }

  private isLost(fault: ServerFault): void {
    if (this.lost || this.closing) return
    this.lost = true
    this.parts.order.onLost(fault)
  }
}

/** The server answered, with an error. */
class ServerRefusal extends Error {}
