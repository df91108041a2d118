import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './choice.module.css'

export interface RadioOption<Value extends string> {
  value: Value
  label: string
  hint?: ReactNode
  disabled?: boolean
}

interface RadioGroupProps<Value extends string> {
  /** The visible label, and the accessible name of the group. */
  label: string
  value: Value
  options: readonly RadioOption<Value>[]
  onChange: (value: Value) => void
}

/** One of a few, all in view; the browser's own radio buttons, so that arrow keys and forms work as everywhere. */
export function RadioGroup<Value extends string>({ label, value, options, onChange }: RadioGroupProps<Value>) {
  const id = useId()
  return (
    <div className={styles.row}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <div className={styles.options} role="radiogroup" aria-labelledby={id}>
        {options.map((option) => (
          <label key={option.value} className={styles.check} data-disabled={option.disabled || undefined}>
            <input
              type="radio"
              className={styles.radio}
              name={id}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              aria-labelledby={`${id}-${option.value}`}
              aria-describedby={option.hint ? `${id}-${option.value}-hint` : undefined}
              onChange={() => onChange(option.value)}
            />
            <Words id={`${id}-${option.value}`} label={option.label} hint={option.hint} />
          </label>
        ))}
      </div>
    </div>
  )
}

interface CheckboxProps {
  label: string
  hint?: ReactNode
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** Yes or no. The accessible name is the label; the hint describes it. */
export function Checkbox({ label, hint, checked, disabled, onChange }: CheckboxProps) {
  const id = useId()
  return (
    <label className={styles.check} data-disabled={disabled || undefined}>
      <input
        type="checkbox"
        className={styles.box}
        checked={checked}
        disabled={disabled}
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <Words id={id} label={label} hint={hint} />
    </label>
  )
}

/** The label is the name and the hint the description; a click on either counts. */
function Words({ id, label, hint }: { id: string; label: string; hint?: ReactNode }) {
  return (
    <span>
      <span id={id}>{label}</span>{' '}
      {hint && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
    </span>
  )
}
