// A tool server as a process of its own: node --import typescript-imports.mjs stdio-server.ts <ways as JSON>
import { existsSync, watch } from 'node:fs'
import { dirname } from 'node:path'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createToolServer, noteStart, type ServerWays } from './offered-tools'

export interface StdioWays extends ServerWays {
  /** A file that gets a line for each process that begins. */
  starts?: string
  /** It does not greet before this file is there. */
  waitFor?: string
  /** Printed on standard output first, where only messages belong. */
  prints?: string
  /** Printed on standard error before it ends at once. */
  failsWith?: string
  /** Answers the greeting with a line of so many characters. */
  floods?: number
  /** Does not end when its input does, nor by SIGTERM. */
  stubborn?: boolean
}

const ways = JSON.parse(process.argv[2] ?? '{}') as StdioWays

function appears(path: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(dirname(path), () => look())
    const look = () => {
      if (!existsSync(path)) return
      watcher.close()
      resolve()
    }
    look()
  })
}

noteStart(ways.starts)
process.stderr.write('the test server begins\n')
if (ways.failsWith !== undefined) {
  process.stderr.write(`${ways.failsWith}\n`)
  process.exit(3)
}
if (ways.stubborn) {
  process.on('SIGTERM', () => {})
  setInterval(() => {}, 60_000)
}
if (ways.waitFor) await appears(ways.waitFor)
if (ways.prints !== undefined) process.stdout.write(`${ways.prints}\n`)
if (ways.floods) process.stdout.write('x'.repeat(ways.floods))
else await createToolServer(ways).connect(new StdioServerTransport())
