// A fetch that notices when bytes stop: the SDK swallows pings, so silence shows only below it.
import type { Clock } from '../../services/ports/clock'

/** What a request tells this fetch beside what it tells every fetch. */
export interface WatchedInit extends RequestInit {
  /** Called when, from the request on, no byte arrives for a while. */
  onStall?: () => void
}

/** Wraps fetch so that a request's `onStall` is called when no byte of its answer arrives for `stallMs`. */
export function watchBytes(clock: Clock, stallMs: number): typeof fetch {
  return async (input, { onStall = () => {}, ...init }: WatchedInit = {}) => {
    let cancel = clock.after(stallMs, onStall)
    const beat = () => {
      cancel()
      cancel = clock.after(stallMs, onStall)
    }
    let response: Response
    try {
      // The conversation goes to the address the person entered, and to no other one it names.
      response = await fetch(input, { ...init, redirect: 'manual' })
    } catch (error) {
      cancel()
      throw error
    }
    beat()
    if (!response.body) {
      cancel()
      return response
    }
    const reader = response.body.getReader()
    const watched = new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) {
            cancel()
            controller.close()
            return
          }
          beat()
          controller.enqueue(value)
        } catch (error) {
          cancel()
          controller.error(error)
        }
      },
      async cancel(reason) {
        cancel()
        await reader.cancel(reason)
      },
    })
    return new Response(watched, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    })
  }
}
