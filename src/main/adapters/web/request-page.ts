// One request for a page, to addresses that were checked, and no other. It carries nothing of the person: no cookies, no credentials.
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import packageJson from '../../../../package.json'
import type { HostAddress } from './resolve-host'

const HEADERS = {
  'user-agent': `Tine/${packageJson.version}`,
  accept: 'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, */*;q=0.5',
  'accept-encoding': 'gzip, br',
  'accept-language': 'en, *;q=0.5',
}

/** The most a server may say before its body. */
const HEADER_BYTES = 64 * 1024

/**
 * Sends a GET and resolves when the answer's headers are there; its body is not read yet. Every request has its own connection,
 * which ends with it.
 */
export function requestPage(
  url: URL,
  addresses: readonly HostAddress[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const options: RequestOptions = {
    headers: HEADERS,
    agent: false,
    maxHeaderSize: HEADER_BYTES,
    lookup: onlyThese(addresses),
    signal,
  }
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options)
  request.once('response', resolve)
  // After the answer began it is the answer that tells of a broken connection.
  request.on('error', reject)
  request.end()
  return promise
}

/** Answers with what was checked, whatever the name would resolve to by now. */
function onlyThese(addresses: readonly HostAddress[]): LookupFunction {
  return (_host, options, done) => {
    const wanted = options.family === 4 || options.family === 6 ? options.family : 0
    const fitting = addresses.filter(({ family }) => wanted === 0 || family === wanted)
    const [first] = fitting
    if (options.all) return done(null, fitting)
    if (first) return done(null, first.address, first.family)
    done(Object.assign(new Error('no address of that family'), { code: 'ENOTFOUND' }), '', 0)
  }
}
