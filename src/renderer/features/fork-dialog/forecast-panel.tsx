import { CostBar } from '../../ui/cost-bar'
import { useNow } from '../../ui/elapsed'
import { type Forecast, forecastWords } from './forecast-words'
import styles from './fork-dialog.module.css'

interface ForecastPanelProps {
  forecast: Forecast | null
  problem: string | null
  count: number
}

/** What it will cost, before it is started. Its height does not change with what it knows. */
export function ForecastPanel({ forecast, problem, count }: ForecastPanelProps) {
  const nowMs = useNow()
  const words = forecast ? forecastWords(forecast, Math.max(1, count), nowMs) : null
  return (
    <output className={styles.forecast} aria-label="Forecast">
      {words ? (
        <>
          <span className="num">
            {words.total !== null && <b>{words.total}</b>}
            {words.total !== null && ' · '}
            {words.each}
          </span>
          <span className={`${styles.end} num`}>{words.unshared !== null && `unshared ${words.unshared}`}</span>
          <CostBar className={styles.bar} read={words.read} fresh={words.fresh} written={words.written} />
          <span className="num">{words.shared}</span>
          <span className={words.warm ? styles.warm : styles.end}>{words.warmth}</span>
          <span className={`${styles.whole} num`}>{words.freshStart}</span>
        </>
      ) : (
        <span className={styles.whole}>{problem ? `No forecast: ${problem}` : 'Forecast…'}</span>
      )}
    </output>
  )
}
