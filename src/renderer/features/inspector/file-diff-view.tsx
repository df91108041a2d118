import { ChevronDown, ChevronRight } from 'lucide-react'
import { type Ref, useId } from 'react'
import type { ChangedFile } from '../../../shared/domain/worktree'
import { DiffView } from '../../ui/diff-view'
import type { FileDiff } from '../../ui/split-diff'
import styles from './changes-tab.module.css'

interface FileDiffViewProps {
  file: ChangedFile
  diff: FileDiff | null
  split: boolean
  open: boolean
  onToggle: () => void
  ref: Ref<HTMLElement>
}

/** The change of one file under its name; folded while it is not open. */
export function FileDiffView({ file, diff, split, open, onToggle, ref }: FileDiffViewProps) {
  const id = useId()
  return (
    <section ref={ref} className={styles.file} aria-labelledby={id}>
      <h3>
        <button type="button" id={id} className={styles.fold} aria-expanded={open} onClick={onToggle}>
          {open ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
          <code className="cut">{file.path}</code>
          {!open && diff && !isBinary(file, diff) && <span className={styles.against}>{diff.lines} lines, folded</span>}
        </button>
      </h3>
      {open && <Body file={file} diff={diff} split={split} />}
    </section>
  )
}

function Body({ file, diff, split }: Pick<FileDiffViewProps, 'file' | 'diff' | 'split'>) {
  if (isBinary(file, diff)) return <p className={styles.note}>A binary file: it cannot be shown as text.</p>
  if (!diff) return <p className={styles.note}>Its text is beyond the part that was read.</p>
  if (!/^@@ /m.test(diff.text)) return <p className={styles.note}>Its name or its mode changed, not its content.</p>
  return <DiffView text={diff.text} split={split} />
}

function isBinary(file: ChangedFile, diff: FileDiff | null): boolean {
  return file.added === null || diff?.binary === true
}
