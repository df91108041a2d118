import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './problem-note.module.css'

interface ProblemNoteProps {
  /** What went wrong, in one sentence. */
  children: ReactNode
  /** What to do now. */
  advice?: ReactNode
  actions?: ReactNode
}

/** A failure where it happened, with the way on; read out at once. */
export function ProblemNote({ children, advice, actions }: ProblemNoteProps) {
  return (
    <div className={styles.note} role="alert">
      <TriangleAlert className={styles.icon} aria-hidden="true" />
      <p className={styles.text}>
        <span className={styles.what}>{children}</span>
        {advice && <span> {advice}</span>}
      </p>
      {actions && <span className={styles.actions}>{actions}</span>}
    </div>
  )
}
