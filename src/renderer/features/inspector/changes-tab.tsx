import { RefreshCw } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { Thread } from '../../../shared/domain/thread'
import type { ChangedFile } from '../../../shared/domain/worktree'
import { Button, IconButton } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { plural } from '../../ui/format-count'
import { ProblemNote } from '../../ui/problem-note'
import { type FileDiff, splitDiff } from '../../ui/split-diff'
import { ChangesActions } from './changes-actions'
import styles from './changes-tab.module.css'
import { FileDiffView } from './file-diff-view'
import { FileList } from './file-list'
import { useWorktree, type WorktreeReading } from './use-worktree'

/** What a thread changed in its own worktree, file by file, and what can be done with the whole. */
export function ChangesTab({ thread }: { thread: Thread }) {
  if (!thread.worktree) {
    return (
      <EmptyState title="No worktree of its own">
        {thread.isolation === 'readonly'
          ? 'This thread reads your checkout and changes nothing.'
          : 'This thread works in your checkout: what it changes is there, between your own changes.'}
      </EmptyState>
    )
  }
  return <WorktreeChanges thread={thread} />
}

function WorktreeChanges({ thread }: { thread: Thread }) {
  const { reading, problem, busy, again } = useWorktree(thread)
  const discarded = thread.worktree?.state === 'discarded'
  return (
    <div className={styles.changes}>
      <div className={styles.scroller}>
        {discarded && <EmptyState title="Discarded">Its folder was moved aside; above is where it is kept.</EmptyState>}
        {problem && (
          <ProblemNote
            actions={
              <Button small onClick={again}>
                Try again
              </Button>
            }
          >
            {problem}
          </ProblemNote>
        )}
        {!discarded && !problem && !reading && <p aria-busy="true">Reading the worktree…</p>}
        {!discarded && reading && <Reading reading={reading} busy={busy} again={again} />}
      </div>
      <ChangesActions thread={thread} onDone={again} />
    </div>
  )
}

/** With more files than this, each is opened by whoever wants to see it. */
const OPEN_FILES = 12

function Reading({ reading, busy, again }: { reading: WorktreeReading; busy: boolean; again: () => void }) {
  const { worktree, files, diff } = reading
  const [split, setSplit] = useState(false)
  const [opened, setOpened] = useState<Readonly<Record<string, boolean>>>({})
  const sections = useRef(new Map<string, HTMLElement>())
  const { diffs, cut } = useMemo(() => {
    const { files: parts, cut: wasCut } = splitDiff(diff)
    return { diffs: new Map(parts.map((part) => [part.path, part])), cut: wasCut }
  }, [diff])
  const isOpen = (file: ChangedFile) => opened[file.path] ?? opensByItself(file, diffs.get(file.path), files.length)
  const show = (path: string) => {
    setOpened((before) => ({ ...before, [path]: true }))
    sections.current.get(path)?.scrollIntoView({ block: 'start' })
  }
  if (files.length === 0) {
    return <EmptyState title="No changes">Nothing differs from what this worktree started with.</EmptyState>
  }
  return (
    <>
      <div className={styles.summary}>
        <b>{plural(files.length, 'file')}</b>
        <span className={`${styles.added} num`}>+{total(files, 'added')}</span>
        <span className={`${styles.removed} num`}>−{total(files, 'removed')}</span>
        <span className={styles.against}>
          against <code>{worktree.base.slice(0, 7)}</code>
          {worktree.baseTree !== null && ' and the uncommitted work it took along'}
        </span>
        <span className="grow" />
        <IconButton small label="Read again" icon={<RefreshCw />} disabled={busy} onClick={again} />
        {/* biome-ignore lint/a11y/useSemanticElements: two buttons of which one is pressed */}
        <span className={styles.views} role="group" aria-label="View">
          <button type="button" aria-pressed={!split} onClick={() => setSplit(false)}>
            Unified
          </button>
          <button type="button" aria-pressed={split} onClick={() => setSplit(true)}>
            Split
          </button>
        </span>
      </div>
      <FileList files={files} onShow={show} />
      {cut && <p className={styles.cut}>The text is cut after 1 MB; the list of files is complete.</p>}
      {files.map((file) => (
        <FileDiffView
          key={file.path}
          ref={(element) => {
            if (element) sections.current.set(file.path, element)
            else sections.current.delete(file.path)
          }}
          file={file}
          diff={diffs.get(file.path) ?? null}
          split={split}
          open={isOpen(file)}
          onToggle={() => setOpened((before) => ({ ...before, [file.path]: !isOpen(file) }))}
        />
      ))}
    </>
  )
}

/** Big files and long lists stay folded until they are asked for. */
function opensByItself(file: ChangedFile, diff: FileDiff | undefined, files: number): boolean {
  return files <= OPEN_FILES && file.added !== null && (diff?.lines ?? 0) <= 400
}

function total(files: readonly ChangedFile[], what: 'added' | 'removed'): string {
  return files.reduce((sum, file) => sum + (file[what] ?? 0), 0).toLocaleString('en-US')
}
