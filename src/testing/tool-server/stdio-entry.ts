// An entry of `mcpServers` that starts the test server as a process.
import { join } from 'node:path'
import type { StdioWays } from './stdio-server'

const IMPORTS = join(import.meta.dirname, '..', 'typescript-imports.mjs')
const SERVER = join(import.meta.dirname, 'stdio-server.ts')

export interface StdioEntryOfTest {
  command: string
  args: string[]
  env?: Record<string, string>
}

/** @param ways what the server does, and does wrong */
export function stdioEntry(ways: StdioWays = {}, env?: Record<string, string>): StdioEntryOfTest {
  const args = ['--no-warnings', '--import', IMPORTS, SERVER, JSON.stringify(ways)]
  return { command: process.execPath, args, ...(env ? { env } : {}) }
}
