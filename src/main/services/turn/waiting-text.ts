// Why a request waits, for the person: a rate limit, an overload and a broken connection read differently.
import type { ThreadRecord } from '../../store/records'
import type { Waiting } from '../governor/account-gate'

/** One sentence with the time of the next try, where it is known, and the provider's request id, where there is one. */
export function waitingText({ fault, untilAt }: Waiting): string {
  const id = fault.requestId ? ` (${fault.requestId})` : ''
  const clock = untilAt === null ? null : new Date(untilAt).toTimeString().slice(0, 8)
  switch (fault.kind) {
    case 'rate-limited': {
      const why = fault.status === null ? `: ${lowerFirst(fault.message)}` : ` (${fault.status})`
      return clock === null
        ? `Rate-limited by the provider${why}; waits until others are done${id}.`
        : `Rate-limited by the provider${why} until ${clock}${id}.`
    }
    case 'overloaded':
      return `The provider is overloaded (529); ${clock === null ? 'waits until others are done' : `next try at ${clock}`}${id}.`
    default:
      return `${fault.message} Next try at ${clock}${id}.`
  }
}

/** What a thread is while its request waits. */
export function whileWaiting(waiting: Waiting): Pick<ThreadRecord, 'state' | 'stateReason' | 'activity'> {
  // Nobody limits anything while a connection is broken: the thread still tries, and says what it waits for.
  const tries = waiting.fault.kind === 'network'
  return {
    state: tries ? 'streaming' : 'rate-limited',
    stateReason: waitingText(waiting),
    activity: tries ? 'waits for the connection' : null,
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
