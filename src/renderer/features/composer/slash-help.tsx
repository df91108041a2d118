import { X } from 'lucide-react'
import { IconButton } from '../../ui/button'
import { Kbd } from '../../ui/kbd'
import { SLASH_COMMANDS } from './slash-command'
import styles from './slash-help.module.css'

/** The answer to `/help`. */
export function SlashHelp({ onClose }: { onClose: () => void }) {
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
        {SLASH_COMMANDS.map((entry) => (
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
