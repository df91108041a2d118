// The transport over a process's pipes: one JSON message per line, bounded, and patient with lines that are none.
import { StringDecoder } from 'node:string_decoder'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { LastWords } from './last-words'
import { MessageLines } from './message-lines'
import type { ServerProcess } from './server-process'

/** Lines on standard output that are no messages: some servers print a greeting there; one that prints nothing else is none. */
const MOST_STRAY_LINES = 1_000
/** What a server does not read waits here; one that reads nothing is given up. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024

export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly words = new LastWords()
  /** Why it was closed from here, where the server was to blame. */
  fault: string | null = null
  private readonly lines = new MessageLines()
  private strays = 0
  private closing: Promise<void> | null = null

  /** @param isMessage whether a parsed line is a message */
  constructor(
    private readonly process: ServerProcess,
    private readonly isMessage: (value: unknown) => value is JSONRPCMessage,
  ) {}

  async start(): Promise<void> {
    const { output, errors, ended } = this.process
    const decoder = new StringDecoder('utf8')
    errors.on('data', (chunk: Buffer) => this.words.add(decoder.write(chunk)))
    output.on('data', (chunk: Buffer) => this.take(chunk))
    void ended.then(() => this.close())
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { input } = this.process
    if (this.closing || !input.writable) throw new Error('the server does not listen any more')
    if (input.writableLength > MOST_WAITING_BYTES) {
      this.giveUp('it does not read what it is sent')
      throw new Error('the server does not read what it is sent')
    }
    input.write(`${JSON.stringify(message)}\n`)
  }

  close(): Promise<void> {
    this.closing ??= this.end()
    return this.closing
  }

  private async end(): Promise<void> {
    this.process.output.removeAllListeners('data')
    this.process.output.resume()
    await this.process.end()
    this.onclose?.()
  }

  private take(chunk: Buffer): void {
    try {
      for (const line of this.lines.add(chunk)) if (line !== '') this.takeLine(line)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      this.giveUp(error.message)
    }
  }

  private takeLine(line: string): void {
    const value = parsed(line)
    if (this.isMessage(value)) this.onmessage?.(value)
    else if (++this.strays > MOST_STRAY_LINES)
      this.giveUp('it prints lines that are no messages on its standard output')
    else this.words.add(`[not a message] ${line.slice(0, 200)}\n`)
  }

  private giveUp(reason: string): void {
    this.fault ??= reason
    void this.close()
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
