import { useMemo, useState } from 'react'
import type { Thread } from '../../../../shared/domain/thread'
import { ALL_PICKED, pickFiles } from '../../../state/picks'
import { useApp } from '../../../state/store'
import { changePicks } from '../../../state/ui-actions'
import { type Against, type ReadWorktree, useWorktree, type WorktreeReading } from '../../../threads/use-worktree'
import { Button } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { ProblemNote } from '../../../ui/problem-note'
import { ChangesActions } from './changes-actions'
import { ChangesSummary } from './changes-summary'
import styles from './changes-tab.module.css'
import { DiscardedWorktree } from './discarded-worktree'
import { FileDiff } from './file-diff'
import { fileTree, treeRows } from './file-tree'
import { FileTreeView } from './file-tree-view'
import { OwnCommits } from './own-commits'
import { useEntering } from './use-entering'

/** What a thread changed in its own worktree, file by file, what of it is taken home, and what can be done with the whole. */
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
  return (
    <section className={styles.changes} aria-label="Changes">
      {thread.worktree.state === 'discarded' ? (
        <DiscardedWorktree thread={thread} worktree={thread.worktree} />
      ) : (
        <WorktreeChanges thread={thread} />
      )}
    </section>
  )
}

function WorktreeChanges({ thread }: { thread: Thread }) {
  const [against, setAgainst] = useState<Against>('base')
  const read = useWorktree(thread, against)
  const { reading, problem, again } = read
  return (
    <>
      {problem && (
        <div className={styles.problem}>
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
      {!problem && !reading && (
        <p className={styles.reading} aria-busy="true">
          Reading the worktree…
        </p>
      )}
      {reading ? (
        <Reading thread={thread} reading={reading} read={read} against={against} onAgainst={setAgainst} />
      ) : (
        <span className="grow" />
      )}
      <ChangesActions thread={thread} reading={reading} onDone={again} />
    </>
  )
}

interface ReadingProps {
  thread: Thread
  reading: WorktreeReading
  read: ReadWorktree
  against: Against
  onAgainst: (against: Against) => void
}

const NOTHING_FOLDED: ReadonlySet<string> = new Set()

function Reading({ thread, reading, read, against, onAgainst }: ReadingProps) {
  const { files, commits = [] } = reading
  const [split, setSplit] = useState(false)
  const [shownPath, setShownPath] = useState<string | null>(null)
  const [folded, setFolded] = useState(NOTHING_FOLDED)
  const picks = useApp(({ ui }) => ui.picks[thread.id] ?? ALL_PICKED)
  const diff = useEntering()
  const tree = useMemo(() => fileTree(files), [files])
  const rows = useMemo(() => treeRows(tree, folded, picks), [tree, folded, picks])
  // A merge takes what differs from the start; what the parent did meanwhile is no part of it.
  const picking = against === 'base'
  const first = rows.find((row) => row.kind === 'file')?.key
  const shown = files.find(({ path }) => path === shownPath) ?? files.find(({ path }) => path === first)
  return (
    <>
      <ChangesSummary
        threadId={thread.id}
        reading={reading}
        picks={picking ? picks : null}
        busy={read.busy}
        against={against}
        split={split}
        onAgainst={onAgainst}
        onSplit={setSplit}
        onAgain={read.again}
      />
      <OwnCommits commits={commits} />
      {shown ? (
        <>
          <FileTreeView
            rows={rows}
            shown={shown.path}
            picking={picking}
            onShow={(path) => {
              diff.stay()
              setShownPath(path)
            }}
            onEnter={diff.enter}
            onFold={(key, fold) => setFolded((before) => withFold(before, key, fold))}
            onPick={(paths, taken) => changePicks(thread.id, (before) => pickFiles(before, paths, taken))}
          />
          <FileDiff
            ref={diff.place}
            threadId={thread.id}
            file={shown}
            against={against}
            split={split}
            picking={picking}
            stamp={read.stamp}
          />
        </>
      ) : (
        <div className={styles.empty}>
          <EmptyState title="No changes">
            {against === 'base'
              ? 'Nothing differs from what this worktree started with.'
              : 'Its files are as the parent has them now.'}
          </EmptyState>
        </div>
      )}
    </>
  )
}

function withFold(before: ReadonlySet<string>, key: string, fold: boolean): ReadonlySet<string> {
  const after = new Set(before)
  if (fold) after.add(key)
  else after.delete(key)
  return after
}
