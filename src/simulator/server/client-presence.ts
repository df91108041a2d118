import type { ServerResponse } from 'node:http'
import { ClientGone } from '../stream/sse-writer'

/** Waits that end early, with `ClientGone`, when the client closes the connection. */
export type ClientPresence = {
  during: <T>(work: Promise<T>) => Promise<T>
  sleep: (ms: number) => Promise<void>
  isGone: () => boolean
}

/** Watches the connection of a response. */
export function watchClient(response: ServerResponse): ClientPresence {
  const gone = Promise.withResolvers<never>()
  // Nobody may be waiting when the client leaves.
  gone.promise.catch(() => undefined)
  const leave = (): void => {
    if (!response.writableFinished) gone.reject(new ClientGone())
  }
  if (response.destroyed) leave()
  else response.once('close', leave)
  const during = <T>(work: Promise<T>): Promise<T> => Promise.race([work, gone.promise])
  return {
    during,
    isGone: () => response.destroyed && !response.writableFinished,
    sleep: async (ms) => {
      if (ms <= 0) return
      let timer: NodeJS.Timeout | undefined
      const elapsed = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms)
      })
      try {
        await during(elapsed)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
