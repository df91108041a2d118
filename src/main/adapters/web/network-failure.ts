// What went wrong on the way to a page, in a sentence the model can act on.

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'broke the connection off',
  EPIPE: 'broke the connection off',
  ETIMEDOUT: 'could not be reached in time',
  EHOSTUNREACH: 'cannot be reached from here',
  ENETUNREACH: 'cannot be reached from here',
  ERR_STREAM_PREMATURE_CLOSE: 'broke the connection off in the middle of the page',
  Z_DATA_ERROR: 'sent a page that cannot be unpacked',
  Z_BUF_ERROR: 'sent a packed page that is not whole',
  HPE_HEADER_OVERFLOW: 'sent more headers than anybody reads',
}

const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']

/**
 * @param env this process's environment: where it names a proxy, the direct way may be closed
 * @returns null for what is no failure of the network
 */
export function networkFailure(error: unknown, host: string, env: NodeJS.ProcessEnv): string | null {
  const code = codeOf(error)
  const words = code === null ? null : wordsFor(code)
  if (words === null) return null
  const proxy = PROXIES.find((name) => env[name])
  const hint = proxy && /reach|refused/.test(words) ? ` Pages are fetched directly, not through ${proxy}.` : ''
  return `${host} ${words} (${code}).${hint}`
}

function wordsFor(code: string): string | null {
  const known = WORDS[code]
  if (known) return known
  if (/^(?:HPE_|ERR_BROTLI|ERR__ERROR_FORMAT|Z_)/.test(code)) return 'sent an answer that breaks the rules of HTTP'
  if (/^(?:CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH)/.test(code))
    return 'has no certificate that can be trusted, or speaks no TLS'
  return /^E[A-Z]+$/.test(code) ? 'could not be reached' : null
}

/** Several addresses that were tried one after the other fail together; the first one's reason stands for all. */
function codeOf(error: unknown): string | null {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
