import type { InputHTMLAttributes, ReactNode, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { useId } from 'react'
import { classes } from './classes'
import styles from './field.module.css'

interface Described {
  /** The visible label, and the accessible name. */
  label: string
  hint?: ReactNode
  /** What is wrong with the value; the field is marked invalid and the sentence belongs to it. */
  problem?: string | null
  /** Stands behind the label: a mark that the value is not saved, for example. */
  aside?: ReactNode
}

export type TextFieldProps = Described & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

/** A labelled line of text. */
export function TextField({ label, hint, problem, aside, className, ...rest }: TextFieldProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem} aside={aside}>
      <input
        spellCheck={false}
        autoComplete="off"
        {...rest}
        id={id}
        className={classes(styles.control, className)}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy(id, hint, problem)}
      />
    </Labelled>
  )
}

export type TextAreaFieldProps = Described &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

/** A labelled text of several lines. */
export function TextAreaField({ label, hint, problem, aside, className, ...rest }: TextAreaFieldProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem} aside={aside}>
      <textarea
        {...rest}
        id={id}
        className={classes(styles.control, styles.area, className)}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy(id, hint, problem)}
      />
    </Labelled>
  )
}

export type SelectFieldProps = Described &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> & {
    choices: readonly { value: string; label: string }[]
  }

/** A labelled choice of one of a few, in the system's own list. */
export function SelectField({ label, hint, problem, aside, choices, className, ...rest }: SelectFieldProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem} aside={aside}>
      <select
        {...rest}
        id={id}
        className={classes(styles.control, className)}
        aria-describedby={describedBy(id, hint, problem)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

function Labelled({ id, label, hint, problem, aside, children }: Described & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <span className={styles.head}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {aside}
      </span>
      {children}
      {problem ? (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}

function describedBy(id: string, hint: ReactNode, problem: string | null | undefined): string | undefined {
  if (problem) return `${id}-problem`
  return hint ? `${id}-hint` : undefined
}
