import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { classes } from '../../ui/classes'
import { plural } from '../../ui/format-count'
import styles from './cells.module.css'
import type { Command, Work } from './read-work'

/** How the last run of tests ended, its numbers where the output told them, and how often tests were run. */
export function TestsCell({ commands }: { commands: readonly Command[] }) {
  const runs = commands.filter((command) => command.isTest)
  const last = runs.at(-1)
  if (!last) return <p className={styles.quiet}>No tests run</p>
  const { tests } = last
  return (
    <>
      <p className={styles.value}>
        {tests ? (
          <b className={classes('num', tests.failed > 0 && styles.bad)}>
            {tests.passed} / {tests.passed + tests.failed}
          </b>
        ) : null}
        <span className={styles[last.tone]}>{last.outcome}</span>
      </p>
      <p className={styles.quiet}>
        <code>{last.command.split('\n', 1)[0]}</code>
        {runs.length > 1 && `, the last of ${plural(runs.length, 'run')}`}
      </p>
    </>
  )
}

/** All commands behind one line that sums them up. */
export function CommandCell({ work: { commands, tools }, title }: { work: Work; title: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const failed = commands.filter((command) => command.tone === 'bad').length
  if (commands.length === 0) return <p className={styles.quiet}>None, of {plural(tools, 'call')}</p>
  return (
    <>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight size={12} aria-hidden="true" />
        {plural(commands.length, 'command')}
        <span className="sr"> of {title}</span>
        {failed > 0 && <span className={styles.bad}>· {failed} failed</span>}
      </button>
      <ul id={id} className={styles.commands}>
        {open &&
          commands.map((command) => (
            <li key={command.id}>
              <code title={command.command}>{command.command.split('\n', 1)[0]}</code>
              <span className={styles[command.tone]}>{command.outcome}</span>
            </li>
          ))}
      </ul>
    </>
  )
}
