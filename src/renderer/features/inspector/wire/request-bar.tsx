import type { Request } from '../../../../shared/domain/ledger'
import styles from './request-bar.module.css'
import { barParts, forecastMark } from './request-bars'

/** One request as a bar: read, written, fresh, to the scale of its list; a tick stands where the forecast's reading ends. */
export function RequestBar({ request, widest }: { request: Request; widest: number }) {
  const mark = forecastMark(request, widest)
  return (
    <span className={styles.bar} aria-hidden="true">
      {barParts(request.usage, widest).map((part) => (
        <i key={part.kind} className={styles[part.kind]} style={{ width: `${part.width}%` }} />
      ))}
      {mark !== null && <b className={styles.forecast} style={{ left: `${mark}%` }} />}
    </span>
  )
}

/** What the colours of the bars mean. */
export function BarLegend() {
  return (
    <span className={styles.legend}>
      {(['read', 'written', 'fresh'] as const).map((kind) => (
        <span key={kind}>
          <i className={styles[kind]} aria-hidden="true" />
          {kind}
        </span>
      ))}
      <span>
        <b aria-hidden="true" />
        forecast to read
      </span>
    </span>
  )
}
