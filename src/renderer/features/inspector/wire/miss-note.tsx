import { CircleX } from 'lucide-react'
import type { Request } from '../../../../shared/domain/ledger'
import { type CacheMiss, missCost } from '../../../threads/cache-miss'
import { Button } from '../../../ui/button'
import styles from './miss-note.module.css'

interface MissNoteProps {
  request: Request
  miss: CacheMiss
  onShowBoth?: () => void
}

/** Why the cache was missed, where the prefix differs, and what that cost. */
export function MissNote({ request, miss, onShowBoth }: MissNoteProps) {
  const cost = missCost(miss)
  return (
    <div className={styles.note}>
      <CircleX aria-hidden="true" />
      <p>
        <b>Cache miss: {miss.cause}</b>
        <span>
          {miss.where !== null && (
            <>
              Its prefix differs from <code>{miss.where}</code> on.{' '}
            </>
          )}
          {cost !== '' && `It cost ${cost}.`}
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
