import styles from './segments.module.css'

interface SegmentsProps<Value extends string> {
  /** The accessible name of the group. */
  label: string
  value: Value
  options: readonly { value: Value; label: string; disabled?: boolean; title?: string | undefined }[]
  onChange: (value: Value) => void
}

/** One of a few, as buttons side by side of which one is pressed. */
export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons of which one is pressed are no fieldset
    <span className={styles.segments} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          disabled={option.disabled}
          title={option.title}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </span>
  )
}
