// Owns the judgement whether a request was meant for this server, and sent by nobody else's page.
import type { IncomingMessage } from 'node:http'

/** Names that lead to loopback in every browser; any other name in `Host` was made to lead here (DNS rebinding). */
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost']
const DEFAULT_HTTP_PORT = 80

/**
 * Judges where a request says it goes and comes from.
 *
 * @param port the one we listen on
 * @returns the status to refuse it with: 421 when `Host` is not ours, 403 when an `Origin` is given that is not ours; null to accept.
 * Programs that send no `Origin` are accepted here and have to know the token like everybody.
 */
export function addressRefusal(request: IncomingMessage, port: number): 421 | 403 | null {
  const { host, origin } = request.headersDistinct
  const names = LOOPBACK_NAMES.map((name) => (port === DEFAULT_HTTP_PORT ? name : `${name}:${port}`))
  if (host?.length !== 1 || !names.includes(host[0]?.toLowerCase() ?? '')) return 421
  if (origin === undefined) return null
  return origin.length === 1 && names.some((name) => origin[0] === `http://${name}`) ? null : 403
}
