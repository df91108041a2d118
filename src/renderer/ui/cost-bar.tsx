import { classes } from './classes'
import styles from './cost-bar.module.css'

interface CostBarProps {
  /** Amounts in any one unit (tokens, usually); the bar is their proportion. */
  read: number
  fresh: number
  written: number
  className?: string
}

/** What was read from the cache, sent fresh and written to the cache, as one bar; decoration beside figures that say the same. */
export function CostBar({ read, fresh, written, className }: CostBarProps) {
  const total = read + fresh + written
  if (total <= 0) return <span className={classes(styles.bar, className)} aria-hidden="true" />
  const width = (part: number) => ({ width: `${(part / total) * 100}%` })
  return (
    <span className={classes(styles.bar, className)} aria-hidden="true">
      <i className={styles.read} style={width(read)} />
      <i className={styles.fresh} style={width(fresh)} />
      <i className={styles.written} style={width(written)} />
    </span>
  )
}
