import { CircleX } from 'lucide-react'
import type { Request } from '../../../../shared/domain/ledger'
import type { CacheMiss } from '../../../threads/cache-miss'
import { Button } from '../../../ui/button'
import { formatCount } from '../../../ui/format-count'
import { formatMoney } from '../../../ui/format-money'
import { writtenOf } from '../request-words'
import styles from './miss-note.module.css'

interface MissNoteProps {
  request: Request
  miss: CacheMiss
  onShowBoth?: () => void
}

/** Why the cache was missed, where the prefix differs, and what that cost. */
export function MissNote({ request, miss, onShowBoth }: MissNoteProps) {
  const price =
    miss.extraNanoUsd === null
      ? `${formatCount(writtenOf(request.usage) + request.usage.input)} tokens were sent anew, for ${formatMoney(request.inputNanoUsd ?? null)}.`
      : `It cost ${formatMoney(miss.extraNanoUsd)} more than forecast.`
  return (
    <div className={styles.note}>
      <CircleX aria-hidden="true" />
      <p>
        <b>Cache miss: {miss.cause}</b>
        <span>
          {miss.where !== null && (
            <>
              First difference at <code>{miss.where}</code>.{' '}
            </>
          )}
          {price}
          {miss.where !== null && request.cacheMissReason !== null && ` The provider says: ${request.cacheMissReason}.`}
        </span>
      </p>
      {onShowBoth && (
        <Button small onClick={onShowBoth}>
          Show both
        </Button>
      )}
    </div>
  )
}
