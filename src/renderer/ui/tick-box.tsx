import { useEffect, useRef } from 'react'
import styles from './choice.module.css'

interface TickBoxProps {
  /** The accessible name: what is taken. */
  label: string
  state: 'all' | 'some' | 'none'
  /** False where the row around it is what the keyboard reaches. */
  reachable?: boolean
  disabled?: boolean
  onChange: (taken: boolean) => void
}

/** A checkbox without words of its own, for a row that has them; with three states. */
export function TickBox({ label, state, reachable = true, disabled, onChange }: TickBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some'
  }, [state])
  return (
    <input
      ref={box}
      type="checkbox"
      className={styles.box}
      aria-label={label}
      checked={state === 'all'}
      disabled={disabled}
      tabIndex={reachable ? undefined : -1}
      onClick={(event) => event.stopPropagation()}
      onChange={() => onChange(state !== 'all')}
    />
  )
}
