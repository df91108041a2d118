import { useLayoutEffect, useRef } from 'react'
import type { Completion } from './completion'
import styles from './completion-menu.module.css'

interface CompletionMenuProps {
  id: string
  title: string
  entries: readonly Completion[]
  active: number
  onTake: (entry: Completion) => void
}

/** The id of an option, for `aria-activedescendant` of the text field, which keeps the focus. */
export function optionId(menuId: string, index: number): string {
  return `${menuId}-${index}`
}

/** What could complete what is written. */
export function CompletionMenu({ id, title, entries, active, onTake }: CompletionMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    menu.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div ref={menu} id={id} className={styles.menu} role="listbox" aria-label={title} data-kind={title}>
      {entries.map((entry, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the text field, which keeps the focus
        // biome-ignore lint/a11y/useFocusableInteractive: an active descendant is not focused
        <div
          key={entry.key}
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
