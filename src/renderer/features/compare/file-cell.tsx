import { Button } from '../../ui/button'
import { ProblemNote } from '../../ui/problem-note'
import styles from './cells.module.css'
import { sharedFirst } from './compare-columns'
import type { ColumnReading } from './use-readings'

interface FileCellProps {
  reading: ColumnReading
  byFile: ReadonlyMap<string, readonly number[]>
  /** The letters of the other columns that changed the file. */
  others: (path: string) => readonly string[]
  /** The file whose diffs are on show. */
  diffPath: string | null
  onDiff: (path: string) => void
  onAgain: () => void
}

/** The files a thread changed; those that others changed as well come first and say whose. */
export function FileCell({ reading, byFile, others, diffPath, onDiff, onAgain }: FileCellProps) {
  if (reading.kind === 'failed') {
    return (
      <ProblemNote
        actions={
          <Button small onClick={onAgain}>
            Try again
          </Button>
        }
      >
        {reading.problem}
      </ProblemNote>
    )
  }
  if (reading.kind !== 'read') return <p className={styles.quiet}>{WITHOUT[reading.kind]}</p>
  const { files } = reading.answer
  if (files.length === 0) return <p className={styles.quiet}>Nothing changed</p>
  return (
    <ul className={styles.files}>
      {sharedFirst(files, byFile).map((file) => {
        const also = others(file.path)
        return (
          <li key={file.path}>
            <code className="cut" title={file.path}>
              {file.path}
            </code>
            {also.length > 0 && <span className={styles.also}>also {also.join(', ')}</span>}
            <span className={`num ${styles.added}`}>{(file.added ?? 0) > 0 && `+${file.added}`}</span>
            <span className={`num ${styles.removed}`}>{(file.removed ?? 0) > 0 && `−${file.removed}`}</span>
            <Button
              small
              tone="ghost"
              aria-label={`diff of ${file.path}`}
              aria-pressed={diffPath === file.path}
              onClick={() => onDiff(file.path)}
            >
              diff
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

const WITHOUT = {
  none: 'It worked in your checkout: what it changed is between your own changes.',
  discarded: 'Discarded; its folder was moved aside.',
  reading: 'Reading the worktree…',
} as const
