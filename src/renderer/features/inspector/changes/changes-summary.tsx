import { Check, Copy, FolderOpen, RefreshCw } from 'lucide-react'
import { chosenOf, isAll, type Picks, pickFiles } from '../../../state/picks'
import { changePicks } from '../../../state/ui-actions'
import { takenWords } from '../../../threads/taken-words'
import type { Against, WorktreeReading } from '../../../threads/use-worktree'
import { Button, IconButton } from '../../../ui/button'
import { plural } from '../../../ui/format-count'
import { Segments } from '../../../ui/segments'
import { splitDiff } from '../../../ui/split-diff'
import styles from './changes-tab.module.css'
import { useCopy, useEditor } from './file-acts'

interface ChangesSummaryProps {
  threadId: string
  reading: WorktreeReading
  /** What a merge takes; null where that is not chosen. */
  picks: Picks | null
  busy: boolean
  against: Against
  split: boolean
  onAgainst: (against: Against) => void
  onSplit: (split: boolean) => void
  onAgain: () => void
}

/** How much changed against what, how it is shown, and what can be done with all of it. */
export function ChangesSummary(props: ChangesSummaryProps) {
  const { threadId, reading, picks, busy, against, split, onAgainst, onSplit, onAgain } = props
  const { files, worktree } = reading
  return (
    <div className={styles.summary}>
      <div className={styles.line}>
        <b>{plural(files.length, 'file')}</b>
        <span className={`${styles.added} num`}>+{total(files, 'added')}</span>
        <span className={`${styles.removed} num`}>−{total(files, 'removed')}</span>
        <span className={`cut ${styles.against}`} title={reading.against?.commit ?? undefined}>
          against {reading.against?.label ?? worktree.base.slice(0, 7)}
        </span>
        <span className="grow" />
        <WholePatch reading={reading} picks={picks} />
        <OpenFolder threadId={threadId} />
        <IconButton small label="Read again" icon={<RefreshCw />} disabled={busy} onClick={onAgain} />
      </div>
      <div className={styles.line}>
        <Segments
          label="Compare with"
          value={against}
          options={[
            { value: 'base', label: 'Its start' },
            { value: 'parent', label: 'The parent now' },
          ]}
          onChange={onAgainst}
        />
        <Segments
          label="View"
          value={split ? 'split' : 'unified'}
          options={[
            { value: 'unified', label: 'Unified' },
            { value: 'split', label: 'Split' },
          ]}
          onChange={(view) => onSplit(view === 'split')}
        />
      </div>
      {picks && <Taken threadId={threadId} reading={reading} picks={picks} />}
    </div>
  )
}

function WholePatch({ reading, picks }: { reading: WorktreeReading; picks: Picks | null }) {
  const [copied, copy] = useCopy()
  const barred = reading.files.length === 0 ? 'There is nothing to copy' : tooLong(reading)
  return (
    <IconButton
      small
      label="Copy all as patch"
      title={barred ?? (copied ? 'Copied' : 'Copy all that is taken as a patch')}
      icon={copied ? <Check /> : <Copy />}
      disabled={barred !== null}
      onClick={() => void copy(wholePatch(reading, picks))}
    />
  )
}

function OpenFolder({ threadId }: { threadId: string }) {
  const open = useEditor(threadId)
  return <IconButton small label="Open folder in editor" icon={<FolderOpen />} onClick={() => void open()} />
}

/** What a merge takes, as soon as that is not everything. */
function Taken({ threadId, reading, picks }: { threadId: string; reading: WorktreeReading; picks: Picks }) {
  const paths = reading.files.map(({ path }) => path)
  const chosen = chosenOf(paths, picks)
  if (isAll(chosen)) return null
  return (
    <div className={styles.line}>
      <span role="status">A merge takes {takenWords(chosen)}</span>
      <span className="grow" />
      <Button small tone="ghost" onClick={() => changePicks(threadId, (before) => pickFiles(before, paths, true))}>
        Take all
      </Button>
    </div>
  )
}

/** The patch of what is taken: files that are taken in part are in it whole, since their hunks are only read one file at a time. */
function wholePatch({ files, diff }: WorktreeReading, picks: Picks | null): string {
  const { left } = chosenOf(
    files.map(({ path }) => path),
    picks ?? {},
  )
  if (left.length === 0) return diff
  const out = new Set(left)
  return splitDiff(diff)
    .files.filter(({ path }) => !out.has(path))
    .map(({ text }) => text)
    .join('')
}

function tooLong({ cut, diff }: WorktreeReading): string | null {
  return (cut ?? splitDiff(diff).cut) ? 'It is longer than 1 MB: copy single files' : null
}

function total(files: WorktreeReading['files'], what: 'added' | 'removed'): string {
  return files.reduce((sum, file) => sum + (file[what] ?? 0), 0).toLocaleString('en-US')
}
