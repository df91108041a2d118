import type { SlashEntry } from './slash-command'
import styles from './slash-menu.module.css'

interface SlashMenuProps {
  id: string
  entries: readonly SlashEntry[]
  active: number
  onTake: (entry: SlashEntry) => void
}

/** The id of an option, for `aria-activedescendant` of the text field, which keeps the focus. */
export function optionId(menuId: string, index: number): string {
  return `${menuId}-${index}`
}

/** The commands that could complete what is written. */
export function SlashMenu({ id, entries, active, onTake }: SlashMenuProps) {
  return (
    <div id={id} className={styles.menu} role="listbox" aria-label="Commands">
      {entries.map((entry, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the text field, which keeps the focus
        // biome-ignore lint/a11y/useFocusableInteractive: an active descendant is not focused
        <div
          key={entry.insert}
          id={optionId(id, index)}
          className={styles.entry}
          role="option"
          aria-selected={index === active}
          // Keeps the focus in the text field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(entry)}
        >
          <code>{entry.label}</code>
          <span className={styles.hint}>{entry.hint}</span>
        </div>
      ))}
    </div>
  )
}
