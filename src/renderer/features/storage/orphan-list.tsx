import { CopyButton } from '../../transcript/code-block'
import { formatBytes } from '../../ui/format-count'
import styles from './storage-view.module.css'
import { orphanWord } from './stored-worktrees'
import type { Orphan } from './use-storage'

/** What is ours and no worktree owns any more. It is shown and left alone: what nobody knows, nobody should delete for a person. */
export function OrphanList({ orphans }: { orphans: readonly Orphan[] }) {
  return (
    <section className={styles.section} aria-labelledby="storage-orphans">
      <header>
        <h2 id="storage-orphans">Orphans</h2>
        <span className={styles.quiet}>no worktree owns them any more; nothing touches them</span>
      </header>
      <ul className={styles.lines}>
        {orphans.map(({ kind, path, text, bytes }) => (
          <li key={`${kind} ${path}`}>
            <span className={styles.kind}>{orphanWord(kind)}</span>
            <span className={styles.words}>
              {text}
              <code>{path}</code>
            </span>
            {bytes !== null && <span className="num">{formatBytes(bytes)}</span>}
            <CopyButton text={path} label={`Copy ${path}`} />
          </li>
        ))}
      </ul>
    </section>
  )
}
