import { CircleCheck, LoaderCircle } from 'lucide-react'
import { failureAdvice } from '../../client/failure-advice'
import { failureText } from '../../client/failure-text'
import { plural } from '../../ui/format-count'
import { ProblemNote } from '../../ui/problem-note'
import styles from './homecoming.module.css'
import { type Check, type Conflict, cleanWords } from './merge-words'

/** What the check found, in words; conflicts by file, each with its reason. */
export function CheckResult({ check }: { check: Check }) {
  return (
    <div className={styles.check} role="status" aria-label="Check">
      {(check.kind === 'checking' || check.kind === 'merging') && (
        <p className={styles.checking}>
          <LoaderCircle aria-hidden="true" />
          {check.kind === 'checking' ? 'Looking for conflicts…' : 'Merging…'}
        </p>
      )}
      {check.kind === 'clean' && (
        <>
          <p className={styles.clean}>
            <CircleCheck aria-hidden="true" />
            {cleanWords(check.result)}
          </p>
          <Notes notes={check.result.notes} />
        </>
      )}
      {check.kind === 'conflict' && <Conflicts text={check.text} files={check.files} />}
      {check.kind === 'failed' && (
        <ProblemNote advice={failureAdvice(check.error)?.text}>{failureText(check.error)}</ProblemNote>
      )}
    </div>
  )
}

/** What else there is to know of a merge. */
export function Notes({ notes = [] }: { notes?: readonly string[] | undefined }) {
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes} aria-label="Notes">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

function Conflicts({ text, files }: { text: string; files: readonly Conflict[] }) {
  return (
    <div className={styles.conflicts}>
      <p>
        <b>{files.length > 0 ? `${plural(files.length, 'file')} would conflict.` : text}</b> Nothing was touched.
      </p>
      <ul aria-label="Conflicts">
        {files.map(({ path, reason }) => (
          <li key={path}>
            <code>{path}</code>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
