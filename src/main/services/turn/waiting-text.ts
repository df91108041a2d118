// Why a request waits, for the person: a rate limit, an overload and a broken connection read differently.
import type { Waiting } from '../request-governor'

/** One sentence with the time of the next try and the provider's request id, where there is one. */
export function waitingText({ fault, untilAt }: Waiting): string {
  const until = new Date(untilAt).toTimeString().slice(0, 8)
  const id = fault.requestId ? ` (${fault.requestId})` : ''
  switch (fault.kind) {
    case 'rate-limited':
      return `Rate-limited by the provider (429) until ${until}${id}.`
    case 'overloaded':
      return `The provider is overloaded (529); next try at ${until}${id}.`
    default:
      return `${fault.message} Next try at ${until}${id}.`
  }
}
