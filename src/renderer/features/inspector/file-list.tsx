import { File } from 'lucide-react'
import type { ChangedFile } from '../../../shared/domain/worktree'
import styles from './file-list.module.css'

const WORDS: Record<ChangedFile['status'], string> = {
  added: 'new',
  modified: '',
  deleted: 'deleted',
  renamed: 'renamed',
  untracked: 'new, untracked',
  'type-changed': 'type changed',
  conflicted: 'in conflict',
}

/** The changed files; a click shows the change. */
export function FileList({ files, onShow }: { files: readonly ChangedFile[]; onShow: (path: string) => void }) {
  return (
    <ul className={styles.files} aria-label="Changed files">
      {files.map((file) => (
        <li key={file.path}>
          <button type="button" className={styles.file} title={file.path} onClick={() => onShow(file.path)}>
            <File aria-hidden="true" />
            <code className="cut">{file.path}</code>
            <span className={styles.status} data-conflict={file.status === 'conflicted' || undefined}>
              {WORDS[file.status]}
            </span>
            {file.added === null ? (
              <span className={styles.binary}>binary</span>
            ) : (
              <>
                <span className={`${styles.added} num`}>{file.added > 0 && `+${file.added}`}</span>
                <span className={`${styles.removed} num`}>{(file.removed ?? 0) > 0 && `−${file.removed}`}</span>
              </>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
