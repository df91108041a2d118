import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { WorktreeReading } from '../../../threads/use-worktree'
import { plural } from '../../../ui/format-count'
import { formatClock } from '../../../ui/format-time'
import styles from './changes-tab.module.css'

/** The commits a worktree has of its own, newest first; folded to how many there are. */
export function OwnCommits({ commits }: { commits: NonNullable<WorktreeReading['commits']> }) {
  const [open, setOpen] = useState(false)
  if (commits.length === 0) return null
  return (
    <div className={styles.commits}>
      <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight aria-hidden="true" />
        {plural(commits.length, 'commit')} of its own
        {!open && <span className={`cut ${styles.against}`}>{commits[0]?.subject}</span>}
      </button>
      {open && (
        <ol className={styles.commitList} aria-label="Commits">
          {commits.map(({ hash, subject, at }) => (
            <li key={hash}>
              <code>{hash.slice(0, 7)}</code>
              <span className="cut grow" title={subject}>
                {subject}
              </span>
              <span className={`${styles.against} num`}>{formatClock(at, Date.now())}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
