import type { Request } from '../../../../shared/domain/ledger'
import type { CacheMiss } from '../../../threads/cache-miss'
import { classes } from '../../../ui/classes'
import { formatCount } from '../../../ui/format-count'
import { formatMoney } from '../../../ui/format-money'
import { firstEventText, outcomeWords, writtenOf } from '../request-words'
import { MissNote } from './miss-note'
import { RequestBar } from './request-bar'
import styles from './request-list.module.css'
import type { Purpose } from './request-purpose'

interface RequestRowsProps {
  request: Request
  previous: Request | undefined
  purpose: Purpose
  miss: CacheMiss | null
  widest: number
  onOpen: () => void
  onShowBoth: () => void
}

/** A request as a row of figures; what is to be said of it stands below, in red where the cache was missed. */
export function RequestRows({ request, previous, purpose, miss, widest, onOpen, onShowBoth }: RequestRowsProps) {
  const { usage } = request
  const remark = miss ? null : outcomeWords(request, previous)
  return (
    <>
      <tr className={classes(styles.row, miss && styles.miss)}>
        <th scope="row" className={styles.n}>
          {request.n}
        </th>
        <td className={styles.for}>
          <button
            type="button"
            className={classes(styles.open, 'cut', purpose.code && styles.code)}
            aria-label={`Request ${request.n}${purpose.text === '' ? '' : `: ${purpose.text}`}`}
            onClick={onOpen}
          >
            {purpose.text}
          </button>
        </td>
        <td className={styles.bar}>
          <RequestBar request={request} widest={widest} />
        </td>
        <td>{formatCount(usage.cacheRead)}</td>
        <td>{formatCount(writtenOf(usage))}</td>
        <td className={styles.wide}>{formatCount(usage.input)}</td>
        <td>{formatMoney(request.forecast?.nanoUsd ?? null)}</td>
        <td title={`With its answer ${formatMoney(request.money.nanoUsd)}`}>
          <b>{formatMoney(request.inputNanoUsd ?? null)}</b>
        </td>
        <td className={styles.wide}>{firstEventText(request)}</td>
      </tr>
      {miss && (
        <tr className={classes(styles.why, styles.miss)}>
          <td colSpan={9}>
            <MissNote request={request} miss={miss} onShowBoth={onShowBoth} />
          </td>
        </tr>
      )}
      {remark && (
        <tr className={classes(styles.why, remark.bad && styles.miss)}>
          <td colSpan={9}>{remark.text}</td>
        </tr>
      )}
    </>
  )
}
