import { type RefObject, useEffect, useId, useRef } from 'react'
import { hueOf } from '../../threads/thread-marks'
import { LetterBadge } from '../../ui/badge'
import styles from './directives-field.module.css'
import { directiveLines } from './read-directives'

interface DirectivesFieldProps {
  value: string
  onChange: (value: string) => void
  /** How many forks and branches the session has: letters and hues go on after theirs. */
  made: number
  /** Stands beside the label. */
  hint: string
  placeholder: string
  problem: string | null
  field: RefObject<HTMLTextAreaElement | null>
}

const LINE_PX = 22
const MOST_LINES = 12

/** One directive per line, each with the letter its fork will carry. Long lines scroll sideways, so that letters keep their line. */
export function DirectivesField({ value, onChange, made, hint, placeholder, problem, field }: DirectivesFieldProps) {
  const id = useId()
  const letters = useRef<HTMLOListElement>(null)
  const lines = directiveLines(value, made)
  const rows = Math.min(MOST_LINES, Math.max(3, lines.length))
  // Where something is left from before, one writes on at its end.
  useEffect(() => field.current?.setSelectionRange(field.current.value.length, field.current.value.length), [field])
  let forks = 0
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        Directives
      </label>{' '}
      <span id={`${id}-hint`} className={styles.hint}>
        {hint}
      </span>
      <div className={styles.lines} style={{ height: rows * LINE_PX + 14 }} data-bad={problem ? true : undefined}>
        <ol ref={letters} aria-hidden="true">
          {lines.map((line, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
            <li key={n}>{line.letter && <LetterBadge letter={line.letter} hue={hueOf(made + forks++)} />}</li>
          ))}
        </ol>
        <textarea
          ref={field}
          id={id}
          wrap="off"
          data-first-focus
          value={value}
          placeholder={placeholder}
          aria-describedby={problem ? `${id}-problem` : `${id}-hint`}
          aria-invalid={problem ? true : undefined}
          onChange={(event) => onChange(event.target.value)}
          onScroll={(event) => {
            if (letters.current) letters.current.scrollTop = event.currentTarget.scrollTop
          }}
        />
      </div>
      {problem && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
