import { X } from 'lucide-react'
import { IconButton } from '../../ui/button'
import { Kbd } from '../../ui/kbd'
import type { CalledCommand } from './called-commands'
import { slashEntries } from './slash-command'
import styles from './slash-help.module.css'

interface SlashHelpProps {
  called: readonly CalledCommand[] | null
  onClose: () => void
}

/** The answer to `/help`. */
export function SlashHelp({ called, onClose }: SlashHelpProps) {
  return (
    <section className={styles.help} aria-label="Commands of the composer">
      <header className={styles.head}>
        <h3>Commands</h3>
        <span className="grow" />
        <span>
          <Kbd keys="Enter" /> send · <Kbd keys="Mod+Enter" /> send as fork · <Kbd keys="Shift+Enter" /> new line
        </span>
        <IconButton small label="Close help" icon={<X />} onClick={onClose} />
      </header>
      <dl className={styles.list}>
        {slashEntries(called).map((entry) => (
          <div key={entry.insert} className={styles.row}>
            <dt>
              <code>{entry.label}</code>
            </dt>
            <dd>{entry.hint}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
