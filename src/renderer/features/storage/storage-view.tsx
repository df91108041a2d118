import { ArrowLeft, RefreshCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useApp } from '../../state/store'
import { goTo } from '../../state/ui-actions'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { formatBytes } from '../../ui/format-count'
import { ProblemNote } from '../../ui/problem-note'
import { DifferenceList } from './difference-list'
import { OrphanList } from './orphan-list'
import styles from './storage-view.module.css'
import { countWords } from './stored-worktrees'
import { type StorageReading, useStorage } from './use-storage'
import { WorktreeTable } from './worktree-table'

/** The screen: what all worktrees take together, what does not agree, and each of them. */
export function StorageView() {
  const { reading, problem, busy, again } = useStorage()
  useAgainAfterNews(again)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const back = () => (history.length > 1 ? history.back() : goTo({ screen: 'home' }))
  return (
    <div className={styles.screen}>
      <header className={styles.bar}>
        <Button tone="ghost" icon={<ArrowLeft />} onClick={back}>
          Back
        </Button>
        <h1 ref={heading} tabIndex={-1}>
          Storage
        </h1>
        {reading && <span className={styles.quiet}>{countWords(reading)}</span>}
        <span className="grow" />
        {reading && <Sums bytes={reading.bytes} />}
        <Button icon={<RefreshCw />} disabled={busy} aria-busy={busy} onClick={again}>
          Measure again
        </Button>
      </header>
      <main className={styles.main} aria-busy={busy}>
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
        {!reading && !problem && <p className={styles.reading}>Measuring the worktrees…</p>}
        {reading && <Everything reading={reading} />}
      </main>
    </div>
  )
}

function Everything({ reading }: { reading: StorageReading }) {
  const { worktrees, orphans, differences } = reading
  if (worktrees.length + orphans.length + differences.length === 0) {
    return (
      <EmptyState title="No worktrees">
        Forks that work in a folder of their own are listed here, with what each of them takes.
      </EmptyState>
    )
  }
  return (
    <>
      {differences.length > 0 && <DifferenceList differences={differences} />}
      {orphans.length > 0 && <OrphanList orphans={orphans} />}
      <WorktreeTable worktrees={worktrees} />
    </>
  )
}

/** Whatever is done with a worktree, here, in a dialog or in the line below, is told as news. */
function useAgainAfterNews(again: () => void) {
  const news = useApp(({ ui }) => ui.news)
  const seen = useRef(news)
  useEffect(() => {
    if (news !== null && news !== seen.current) again()
    seen.current = news
  }, [news, again])
}

function Sums({ bytes }: { bytes: StorageReading['bytes'] }) {
  return (
    <dl className={styles.sums}>
      {(['live', 'rescued', 'archived'] as const).map((part) => (
        <div key={part}>
          <dt>{part}</dt>
          <dd className="num">{formatBytes(bytes[part])}</dd>
        </div>
      ))}
    </dl>
  )
}
