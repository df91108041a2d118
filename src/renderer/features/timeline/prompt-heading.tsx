import { useApp } from '../../state/store'
import { setFold } from '../../state/ui-actions'
import { classes } from '../../ui/classes'
import styles from './prompt-heading.module.css'

/** What is longer is clamped to its first lines; measured in the text, since measuring the page costs every row a layout. */
const LONG_CHARS = 1_000
const LONG_LINES = 12

interface PromptHeadingProps {
  id: string
  turnId: string
  /** Null: nobody asked for the turn. */
  prompt: string | null
  /** What stands there instead. */
  otherwise: string
  folded: boolean
}

/** The prompt as the heading of its turn. A long one shows its beginning and opens in place: nothing scrolls inside of what scrolls. */
export function PromptHeading({ id, turnId, prompt, otherwise, folded }: PromptHeadingProps) {
  const key = `${turnId} prompt`
  const whole = useApp(({ ui }) => ui.folds[key] === false)
  const long = prompt !== null && !folded && isLong(prompt)
  return (
    <div className={styles.box}>
      <h3
        id={id}
        className={classes(
          styles.prompt,
          prompt === null && styles.unasked,
          folded && `cut ${styles.folded}`,
          long && !whole && styles.clamped,
        )}
        title={folded ? (prompt ?? undefined) : undefined}
      >
        {prompt ?? otherwise}
      </h3>
      {long && (
        <button type="button" className={styles.more} aria-expanded={whole} onClick={() => setFold(key, whole)}>
          {whole ? 'Show less of it' : 'Show the whole prompt'}
        </button>
      )}
    </div>
  )
}

function isLong(text: string): boolean {
  return text.length > LONG_CHARS || text.split('\n', LONG_LINES + 1).length > LONG_LINES
}
