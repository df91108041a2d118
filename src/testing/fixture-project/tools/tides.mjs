// A tool server without any library: lines of JSON-RPC in and out.
import { createInterface } from 'node:readline'

const HEIGHT = {
  name: 'height',
  description: 'The height of the tide at a port, in metres.',
  inputSchema: { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] },
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'tides', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: [HEIGHT] }),
  'tools/call': ({ arguments: { port } }) => ({ content: [{ type: 'text', text: `2.4 m at ${port}` }] }),
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const answer = answers[method]
  const outcome = answer ? { result: answer(params) } : { error: { code: -32601, message: `no ${method}` } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`)
}
