import { type Ref, useId, useMemo, useState } from 'react'
import type { ChangedFile } from '../../../../shared/domain/worktree'
import { pickedHunks, pickHunk } from '../../../state/picks'
import { useApp } from '../../../state/store'
import { changePicks } from '../../../state/ui-actions'
import type { Against } from '../../../threads/use-worktree'
import { Button } from '../../../ui/button'
import { formatBytes } from '../../../ui/format-count'
import { ProblemNote } from '../../../ui/problem-note'
import { diffRows, patchOf } from './diff-pieces'
import { CopyPatch, OpenInEditor } from './file-acts'
import styles from './file-diff.module.css'
import { statusText, statusWords } from './file-status'
import { HunkList } from './hunk-list'
import { ImagePair } from './image-pair'
import { type FileReading, useChangedFile } from './use-changed-file'

interface FileDiffProps {
  threadId: string
  file: ChangedFile
  against: Against
  split: boolean
  /** Whether what a merge takes can be chosen here. */
  picking: boolean
  stamp: string
  /** What scrolls, for whoever comes in by the keyboard. */
  ref: Ref<HTMLElement>
}

/** Changes with more lines are read and drawn by whoever wants to see them. */
const BIG_LINES = 2000

/** The change of one file under its name: read when it comes into view, big ones only when they are asked for. */
export function FileDiff({ threadId, file, against, split, picking, stamp, ref }: FileDiffProps) {
  const id = useId()
  const [wanted, setWanted] = useState<string | null>(null)
  const lines = (file.added ?? 0) + (file.removed ?? 0)
  const folded = lines > BIG_LINES && wanted !== file.path
  const { reading, problem, again } = useChangedFile(threadId, folded ? null : file.path, against, stamp)
  return (
    <section className={styles.diff} aria-labelledby={id}>
      <header className={styles.head}>
        <h3 id={id} className="cut" title={file.path}>
          <span className="sr">Change of </span>
          <code>{file.path}</code>
        </h3>
        <span className={`cut ${styles.quiet}`}>{statusText(file)}</span>
        <span className="grow" />
        <FilePatch threadId={threadId} path={file.path} reading={reading} picking={picking} />
        <OpenInEditor threadId={threadId} path={file.path} disabled={statusWords(file.status).tone === 'del'} />
      </header>
      {problem && (
        <div className={styles.note}>
          <ProblemNote
            actions={
              <Button small onClick={again}>
                Try again
              </Button>
            }
          >
            {problem}
          </ProblemNote>
        </div>
      )}
      {folded && (
        <div className={styles.note}>
          <Button onClick={() => setWanted(file.path)}>Show {lines.toLocaleString('en-US')} changed lines</Button>
        </div>
      )}
      {!folded && !problem && !reading && (
        <p className={styles.note} aria-busy="true">
          Reading the change…
        </p>
      )}
      {!folded && reading && (
        <Body ref={ref} threadId={threadId} file={file} reading={reading} split={split} picking={picking} />
      )}
    </section>
  )
}

interface FilePatchProps {
  threadId: string
  path: string
  reading: FileReading | null
  picking: boolean
}

function FilePatch({ threadId, path, reading, picking }: FilePatchProps) {
  const picks = useApp(({ ui }) => ui.picks[threadId])
  const text = () => {
    if (!reading?.diff) return ''
    const ids = reading.hunks.map((hunk) => hunk.id)
    return patchOf(reading.diff, reading.hunks, picking ? pickedHunks(picks ?? {}, path, ids) : ids)
  }
  const barred = !reading?.diff ? 'There is no text to copy' : reading.cut ? 'It is too long to be copied whole' : null
  return <CopyPatch text={text} barred={barred} />
}

function Body({
  ref,
  threadId,
  file,
  reading,
  split,
  picking,
}: Pick<FileDiffProps, 'ref' | 'threadId' | 'file' | 'split' | 'picking'> & { reading: FileReading }) {
  const { hunks, cut, binary, before, after } = reading
  const rows = useMemo(() => diffRows(file.path, hunks), [file.path, hunks])
  const picks = useApp(({ ui }) => ui.picks[threadId])
  const ids = useMemo(() => hunks.map((hunk) => hunk.id), [hunks])
  if (before?.image || after?.image) return <ImagePair ref={ref} path={file.path} before={before} after={after} />
  if (binary) return <p className={styles.note}>{binaryWords(before?.bytes, after?.bytes)}</p>
  if (rows.length === 0) return <p className={styles.note}>{emptyWords(file)}</p>
  return (
    <>
      {cut && <p className={styles.cut}>It is cut here: the file is longer than can be shown.</p>}
      <HunkList
        key={file.path}
        ref={ref}
        label={`Lines of ${file.path}`}
        rows={rows}
        split={split}
        // What is cut has hunks nobody sees: they cannot be left out one by one.
        picked={picking && !cut ? pickedHunks(picks ?? {}, file.path, ids) : null}
        onPick={(hunkId, taken) => changePicks(threadId, (all) => pickHunk(all, file.path, ids, hunkId, taken))}
      />
    </>
  )
}

/** The sizes of a file that cannot be shown as text. */
function binaryWords(before: number | undefined, after: number | undefined): string {
  if (before === undefined && after === undefined) return 'A binary file: it cannot be shown as text.'
  if (before === undefined) return `A binary file of ${formatBytes(after ?? 0)}, new.`
  if (after === undefined) return `A binary file of ${formatBytes(before)}, deleted.`
  return `A binary file: ${formatBytes(before)} before, ${formatBytes(after)} now.`
}

function emptyWords({ status, from }: ChangedFile): string {
  if (status === 'added' || status === 'untracked') return 'An empty file.'
  if (status === 'deleted') return 'It was empty.'
  return from ? `Its name changed from ${from}, not its content.` : 'Its mode changed, not its content.'
}
