// The tools of the servers that tests talk to: what they do is plain, what they can do wrong is all here.
import { appendFileSync } from 'node:fs'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'

/** A red dot of one pixel. */
export const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

export interface ServerWays {
  /** Names of tools it offers, of those below; all when left out. */
  only?: readonly string[]
  /** Tools it offers as they are, whatever they are. */
  more?: readonly Record<string, unknown>[]
  /** A file in which it notes what happens to it: `called …`, `cancelled …`. */
  notes?: string | undefined
}

type Run = (
  input: Record<string, unknown>,
  signal: AbortSignal,
  server: Server,
) => CallToolResult | Promise<CallToolResult>

interface Offered extends Omit<Tool, 'name' | 'inputSchema'> {
  input?: Record<string, unknown>
  run: Run
}

const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] })

const TOOLS: Record<string, Offered> = {
  echo: {
    description: 'Says what it is told.',
    input: { words: { type: 'string' } },
    annotations: { readOnlyHint: true },
    run: ({ words }) => text(`echo: ${String(words)}`),
  },
  pid: { description: 'Says which process answers.', run: () => text(String(process.pid)) },
  environment: {
    description: 'Says what it finds in its environment.',
    run: () => text(JSON.stringify(process.env)),
  },
  crash: { description: 'Ends the server.', run: () => process.exit(7) },
  hang: {
    description: 'Never answers.',
    run: (_, signal) => new Promise(() => signal.addEventListener('abort', () => note('cancelled hang'))),
  },
  big: {
    description: 'Says much.',
    input: { chars: { type: 'number' } },
    run: ({ chars }) => text('x'.repeat(Number(chars))),
  },
  picture: {
    description: 'Shows a dot, and something that is none.',
    run: () => ({
      content: [
        { type: 'text', text: 'a dot' },
        { type: 'image', data: DOT, mimeType: 'image/jpeg' },
        { type: 'image', data: 'bm8gaW1hZ2U=', mimeType: 'image/png' },
        { type: 'resource_link', uri: 'file:///notes.txt', name: 'notes' },
        { type: 'resource', resource: { uri: 'file:///a.txt', text: 'what a says' } },
        { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      ],
    }),
  },
  structured: {
    description: 'Answers with facts.',
    run: () => ({ content: [], structuredContent: { rows: 3 } }),
  },
  fail: {
    description: 'Fails.',
    run: () => ({ content: [{ type: 'text', text: 'no such table' }], isError: true }),
  },
  refuse: {
    description: 'Answers with an error of the protocol.',
    run: () => {
      throw new Error('the server refuses')
    },
  },
  learn: {
    description: 'Offers one more tool from now on.',
    run: async (_input, _signal, server) => {
      learnt = true
      await server.sendToolListChanged()
      return text('learnt')
    },
  },
}

let learnt = false
let notes: string | undefined

function note(line: string): void {
  if (notes) appendFileSync(notes, `${line}\n`)
}

/** A server with these tools, not yet connected. */
export function createToolServer(ways: ServerWays = {}): Server {
  notes = ways.notes
  const server = new Server(
    { name: 'test-server', version: '1.0.0' },
    { capabilities: { tools: { listChanged: true } } },
  )
  const names = () => Object.keys(TOOLS).filter((name) => ways.only?.includes(name) ?? true)
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [
      ...names().map((name) => {
        const { input = {}, run: _, ...face } = TOOLS[name] as Offered
        return { ...face, name, inputSchema: { type: 'object' as const, properties: input } }
      }),
      ...(learnt ? [{ name: 'learnt', description: 'New.', inputSchema: { type: 'object' as const } }] : []),
      ...((ways.more ?? []) as Tool[]),
    ],
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    note(`called ${params.name}`)
    const tool = TOOLS[params.name]
    return tool ? tool.run(params.arguments ?? {}, signal, server) : text(`${params.name} ran`)
  })
  return server
}

/** Says in a file that a process has begun, for who counts them. */
export function noteStart(file: string | undefined): void {
  if (file) appendFileSync(file, `${process.pid}\n`)
}
