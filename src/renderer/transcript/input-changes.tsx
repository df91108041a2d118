import { useMemo } from 'react'
import { changedParts } from './edited-input'
import styles from './input-changes.module.css'

interface InputChangesProps {
  before: string
  after: string
  /** What a screen reader hears first. */
  words: string
}

/** What a person changed in the input of a call before it was allowed. */
export function InputChanges({ before, after, words }: InputChangesProps) {
  const parts = useMemo(() => changedParts(before, after), [before, after])
  return (
    <pre className={styles.changes}>
      <span className="sr">{words}: </span>
      {parts.map((part, n) =>
        part.kind === 'added' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
          <ins key={n}>{part.text}</ins>
        ) : part.kind === 'removed' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
          <del key={n}>{part.text}</del>
        ) : (
          part.text
        ),
      )}
    </pre>
  )
}
