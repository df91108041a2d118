import { formatCount } from '../../ui/format-count'
import { TickBox } from '../../ui/tick-box'
import styles from './homecoming.module.css'

export interface TurnOption {
  id: string
  n: number
  /** What was asked in it, on one line; null until it has been read. */
  prompt: string | null
  /** Estimated tokens of what was said in it; null until it has been read. */
  tokens: number | null
}

interface TurnChoiceProps {
  turns: readonly TurnOption[]
  chosen: readonly string[]
  onChange: (turnIds: readonly string[]) => void
}

/** The turns of a thread, each of which can go along as quoted context. */
export function TurnChoice({ turns, chosen, onChange }: TurnChoiceProps) {
  return (
    <fieldset>
      <legend className={styles.heading}>
        <b>Turns</b> <span>quoted, as context</span>
      </legend>
      <ul className={styles.turns}>
        {turns.map(({ id, n, prompt, tokens }) => (
          <li key={id}>
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is inside it and has its own name */}
            <label className={styles.turn}>
              <TickBox
                label={`Turn ${n}`}
                state={chosen.includes(id) ? 'all' : 'none'}
                onChange={(taken) =>
                  onChange(turns.map((turn) => turn.id).filter((each) => (each === id ? taken : chosen.includes(each))))
                }
              />
              <span className="num">Turn {n}</span>
              <span className={`cut grow ${styles.quiet}`} title={prompt ?? undefined}>
                {prompt ?? '…'}
              </span>
              {tokens !== null && <span className={`num ${styles.quiet}`}>about {formatCount(tokens)} tokens</span>}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
