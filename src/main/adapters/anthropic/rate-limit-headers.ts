// What Anthropic says of its limits in the headers of every answer.
import { LIMITED, type RateLimit } from '../../../core/governor/rate-limit'

/**
 * Reads `anthropic-ratelimit-{requests,tokens,input-tokens,output-tokens}-{remaining,reset}`. A limit whose headers are
 * missing or not readable is left out. Resets are moments (RFC 3339) on the server's clock, so they are measured from the
 * answer's own `date`: this machine's clock may be wrong.
 */
export function readRateLimits(headers: Headers): RateLimit[] {
  const date = Date.parse(headers.get('date') ?? '')
  const answeredAt = Number.isNaN(date) ? Date.now() : date
  return LIMITED.flatMap((of) => {
    const remaining = headers.get(`anthropic-ratelimit-${of}-remaining`)
    const reset = Date.parse(headers.get(`anthropic-ratelimit-${of}-reset`) ?? '')
    if (remaining === null || !/^\d+$/.test(remaining) || Number.isNaN(reset)) return []
    return [{ of, remaining: Number(remaining), resetMs: Math.max(0, reset - answeredAt) }]
  })
}
