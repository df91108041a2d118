import { useEffect, useRef, useState } from 'react'
import type { Isolation } from '../../../shared/domain/thread'
import type { TurnState } from '../../../shared/domain/turn'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import type { Forecast } from './forecast-words'

interface ForecastState {
  forecast: Forecast | null
  /** Why there is none. */
  problem: string | null
}

/** Typing settles for this long before the host is asked; the first forecast is asked for at once. */
const SETTLE_MS = 250

/** Where a forecast is wanted before anything is written, it is for one directive of a usual length. */
const SAMPLE_DIRECTIVE = 'x'.repeat(80)

/**
 * The forecast for these directives; the last one stays in view while the next is on its way.
 * Answers that were overtaken are dropped.
 */
export function useForecast(
  threadId: string,
  turnId: string | undefined,
  directives: readonly string[],
  isolation: Isolation | null,
  turnState: TurnState | undefined,
): ForecastState {
  const host = useHost()
  const [state, setState] = useState<ForecastState>({ forecast: null, problem: null })
  const wanted = JSON.stringify(directives.length > 0 ? directives : [SAMPLE_DIRECTIVE])
  // Whether it was asked, not whether it was answered: who types before the first answer would ask with every letter.
  const asked = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state of the turn is a reason to ask again, since a turn that ended can be forked
  useEffect(() => {
    let overtaken = false
    const delayMs = asked.current ? SETTLE_MS : 0
    const timer = setTimeout(async () => {
      asked.current = true
      try {
        const input = { threadId, turnId, directives: JSON.parse(wanted), isolation: isolation ?? undefined }
        const forecast = await host.call('fork.forecast', input)
        if (!overtaken) setState({ forecast, problem: null })
      } catch (error) {
        if (!overtaken) setState((before) => ({ ...before, problem: failureText(error) }))
      }
    }, delayMs)
    return () => {
      overtaken = true
      clearTimeout(timer)
    }
  }, [host, threadId, turnId, wanted, isolation, turnState])
  return state
}
