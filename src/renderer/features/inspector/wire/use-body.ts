import { useEffect, useState } from 'react'
import { failureText } from '../../../client/failure-text'
import type { HostClient } from '../../../client/host-client'
import { useHost } from '../../../client/use-host'
import { type Body, readBody } from './compare-bodies'

interface BodyReading {
  body: Body | null
  problem: string | null
}

/** So many bodies are kept; each may be a megabyte. What was sent never changes, so none is read twice while it is here. */
const KEPT = 4
const kept = new Map<string, Body>()

/** The exact body of a request, outlined. Null asks for nothing. */
export function useBody(requestId: string | null): BodyReading {
  const host = useHost()
  const [reading, setReading] = useState<BodyReading & { of: string | null }>({ of: null, body: null, problem: null })
  useEffect(() => {
    if (requestId === null) return
    let overtaken = false
    const read = async () => {
      let found: BodyReading
      try {
        found = { body: await fetchBody(host, requestId), problem: null }
      } catch (error) {
        found = { body: null, problem: failureText(error) }
      }
      if (!overtaken) setReading({ of: requestId, ...found })
    }
    void read()
    return () => {
      overtaken = true
    }
  }, [host, requestId])
  if (reading.of === requestId) return reading
  return { body: requestId === null ? null : (kept.get(requestId) ?? null), problem: null }
}

async function fetchBody(host: HostClient, requestId: string): Promise<Body> {
  const known = kept.get(requestId)
  if (known) return known
  const { body: text } = await host.call('request.read', { requestId })
  const body = readBody(text)
  kept.set(requestId, body)
  const oldest = kept.keys().next()
  if (kept.size > KEPT && !oldest.done) kept.delete(oldest.value)
  return body
}
