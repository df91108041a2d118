import { useId } from 'react'
import { formatBytes, plural } from '../../ui/format-count'
import { formatDate } from '../../ui/format-time'
import styles from './transcripts.module.css'
import type { FoundTranscripts } from './use-transcripts'

interface TranscriptsProps {
  found: FoundTranscripts | string | null
  /** The file that is chosen. */
  path: string
  onTake: (path: string) => void
}

/** What Claude Code keeps of the project; choosing one names it as the file. */
export function Transcripts({ found, path, onTake }: TranscriptsProps) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id} className={styles.head}>
        Found for this project
      </h3>
      {found === null && <p className={styles.note}>Looking…</p>}
      {typeof found === 'string' && <p className={styles.note}>{found}</p>}
      {found !== null && typeof found !== 'string' && found.files.length === 0 && (
        <p className={styles.note}>Claude Code keeps no transcript of it.</p>
      )}
      {found !== null && typeof found !== 'string' && found.files.length > 0 && (
        <ul className={styles.list}>
          {found.files.map((file) => (
            <li key={file.path}>
              <button
                type="button"
                className={styles.file}
                title={file.path}
                aria-pressed={file.path === path}
                onClick={() => onTake(file.path)}
              >
                <span className="cut">{file.title || 'Without a title'}</span>
                <span className={styles.facts}>
                  {formatDate(file.updatedAt)} · {file.turns === null ? '' : `${plural(file.turns, 'turn')} · `}
                  {formatBytes(file.bytes)}
                </span>
              </button>
            </li>
          ))}
          {found.more && <li className={styles.note}>Older ones lie in {found.folder}.</li>}
        </ul>
      )}
    </section>
  )
}
