import { useEffect, useState } from 'react'
import type { KeepWarmPrice } from '../../../../shared/domain/keep-warm'
import { failureText } from '../../../client/failure-text'
import { useHost } from '../../../client/use-host'
import { OFFERED_MINUTES } from './keep-warm-words'

export interface KeepWarmPrices {
  /** One for each time that is offered; null while they are asked for. */
  prices: readonly KeepWarmPrice[] | null
  /** Why there is nothing to choose from. */
  problem: string | null
}

/** What each time that is offered would cost, asked anew each time the choice opens. */
export function useKeepWarmPrices(threadId: string): KeepWarmPrices {
  const host = useHost()
  const [said, setSaid] = useState<KeepWarmPrices>({ prices: null, problem: null })
  useEffect(() => {
    let overtaken = false
    const ask = async (): Promise<KeepWarmPrices> => {
      try {
        const answers = await Promise.all(
          OFFERED_MINUTES.map((keepWarmMinutes) => host.call('thread.forecast', { threadId, keepWarmMinutes })),
        )
        const prices = answers.flatMap(({ keepWarm }) => keepWarm ?? [])
        if (prices.length === answers.length) return { prices, problem: null }
        return { prices: null, problem: 'There is nothing in the cache that its next request would read.' }
      } catch (error) {
        return { prices: null, problem: failureText(error) }
      }
    }
    void ask().then((answer) => {
      if (!overtaken) setSaid(answer)
    })
    return () => {
      overtaken = true
    }
  }, [host, threadId])
  return said
}
