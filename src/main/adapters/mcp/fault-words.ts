// Why a server cannot be had, in words a person can act on.
import { type ServerFault, ServerFaultError } from '../../services/ports/tool-servers'

const NOT_EXECUTABLE = 126
const NOT_FOUND = 127
const MOST_CHARS = 500

/** A server's process that has ended. */
export function endedFault(command: string, code: number | null, lastWords: string[]): ServerFault {
  if (code === NOT_FOUND) return { reason: `the program “${command}” was not found`, permanent: true, lastWords }
  if (code === NOT_EXECUTABLE) return { reason: `“${command}” is not a program`, permanent: true, lastWords }
  const how = code === null ? 'it was killed' : `its process ended with exit code ${code}`
  return { reason: how, permanent: false, lastWords }
}

/** What an error of a process that could not be started means; undefined for errors that are no such thing. */
export function startFault(error: unknown, command: string): ServerFault | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT') return { reason: `“${command}” or its folder was not found`, permanent: true, lastWords: [] }
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return undefined
  return { reason: `“${command}” could not be started (${code})`, permanent: true, lastWords: [] }
}

/** What an HTTP server answered instead of speaking the protocol. */
export function httpFault(status: number): ServerFault {
  const permanent = status >= 400 && status < 500 && status !== 404 && status !== 408 && status !== 429
  if (status === 401 || status === 403)
    return {
      reason: `it wants a sign-in (HTTP ${status}). Tine does not sign in to tool servers by OAuth: put a header with a token into its configuration`,
      permanent,
      lastWords: [],
    }
  if (status === 405)
    return {
      reason: 'it does not take the requests of the transport “http” (HTTP 405); perhaps it only speaks the old “sse”',
      permanent,
      lastWords: [],
    }
  return { reason: `it answered with HTTP ${status}`, permanent, lastWords: [] }
}

/** The words of an error of the network or the protocol, bounded. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown error'
  const cause = error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
  return cause.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_CHARS) || error.name
}

/** Throws what a fault is thrown as. */
export function faulty(fault: ServerFault): never {
  throw new ServerFaultError(fault)
}
