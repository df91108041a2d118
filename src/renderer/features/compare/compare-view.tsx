import { ArrowLeft } from 'lucide-react'
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '../../state/store'
import { leaveCompare } from '../../state/ui-actions'
import { threadMarks } from '../../threads/thread-marks'
import { useMissingPages } from '../../transcript/use-missing-pages'
import { IconButton } from '../../ui/button'
import { ColumnActions, ColumnHead } from './column-head'
import { CommandCell, TestsCell } from './command-cell'
import { type CommonTurn, commonTurn } from './common-turn'
import { columnsByFile, leastOf } from './compare-columns'
import styles from './compare-view.module.css'
import { DiffCell } from './diff-cell'
import { FileCell } from './file-cell'
import { CacheCell, CostCell, StepsCell, TimeCell } from './measure-cells'
import { Parting } from './parting'
import { workedMs } from './read-work'
import { ReportCell } from './report-cell'
import { Row } from './row'
import { type Column, useColumns } from './use-columns'
import { useReadings } from './use-readings'

/** The columns: a header each, then one row for each thing that can differ. */
export function CompareView({ threadIds }: { threadIds: readonly string[] }) {
  const columns = useColumns(threadIds)
  const common = useCommonTurn(threadIds)
  const marks = useSession(threadMarks, undefined)
  const letters = columns.map(({ thread }) => marks?.[thread.id]?.letter ?? '')
  const heading = useFocusOnOpen()
  const from = common?.turn ? ` from turn ${common.turn.n}` : ''
  return (
    <section className={styles.compare} aria-label="Compare">
      <header className={styles.bar}>
        <IconButton
          label="Back to the session"
          aria-keyshortcuts="Escape"
          icon={<ArrowLeft />}
          onClick={() => leaveCompare(threadIds[0])}
        />
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          Compare {columns.length} threads{from}
        </h2>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section className={styles.scroller} tabIndex={0} aria-label="Columns">
        <Parting common={common} threads={columns.map(({ thread }) => thread)} marks={marks} />
        <table
          className={styles.table}
          aria-label={`Compared: ${columns.map(({ thread }) => thread.title).join(', ')}`}
          style={{ '--columns': columns.length } as CSSProperties}
        >
          <tbody>
            <Rows columns={columns} letters={letters} />
          </tbody>
        </table>
      </section>
      {columns.map((column) => (
        <PageReader key={column.thread.id} column={column} />
      ))}
    </section>
  )
}

function useCommonTurn(threadIds: readonly string[]): CommonTurn | null {
  const threads = useSession((session) => session.threads, undefined)
  const turns = useSession((session) => session.turns, undefined)
  return useMemo(
    () => (threads && turns ? commonTurn({ threads, turns }, threadIds) : null),
    [threads, turns, threadIds],
  )
}

/** Has what a column is read from fetched; it draws nothing. */
function PageReader({ column }: { column: Column }) {
  useMissingPages(column.thread.id, column.unread)
  return null
}

/** Whoever comes here by the keyboard begins at the top of it, and leaves by Escape. */
function useFocusOnOpen() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return heading
}

interface RowsProps {
  columns: readonly Column[]
  letters: readonly string[]
}

function Rows({ columns, letters }: RowsProps) {
  const readings = useReadings(columns.map(({ thread }) => thread))
  const [diffPath, setDiffPath] = useState<string | null>(null)
  const read = columns.map(({ thread }) => readings.of(thread))
  const byFile = columnsByFile(read.map((each) => (each.kind === 'read' ? each.answer.files : [])))
  const costs = columns.map(({ thread }) => (thread.endedAt === null ? null : thread.money.nanoUsd))
  const times = columns.map(({ thread, turns }) => (thread.endedAt === null ? null : workedMs(turns, 0)))
  const cheapest = leastOf(costs)
  const fastest = leastOf(times)
  const mostNanoUsd = Math.max(0, ...columns.map(({ thread }) => thread.money.nanoUsd ?? 0))
  const others = (path: string, own: number) =>
    (byFile.get(path) ?? []).filter((column) => column !== own).map((column) => letters[column] ?? '')
  const diffOf = (path: string) => setDiffPath(path === diffPath ? null : path)
  return (
    <>
      <Row label="" columns={columns} head cell={({ thread }) => <ColumnHead thread={thread} />} />
      <Row
        label="Report"
        columns={columns}
        cell={({ thread, work }) => <ReportCell thread={thread} text={work.report} />}
      />
      <Row label="Tests run" columns={columns} cell={({ work }) => <TestsCell commands={work.commands} />} />
      <Row
        label="Commands"
        columns={columns}
        cell={({ work, thread }) => <CommandCell work={work} title={thread.title} />}
      />
      <Row
        label="Files"
        columns={columns}
        cell={(_, index) => (
          <FileCell
            reading={read[index] ?? { kind: 'reading' }}
            byFile={byFile}
            others={(path) => others(path, index)}
            diffPath={diffPath}
            onDiff={diffOf}
            onAgain={readings.retry}
          />
        )}
      />
      {diffPath !== null && (
        <Row
          label={`Diff of ${diffPath}`}
          columns={columns}
          reveal
          onClose={() => setDiffPath(null)}
          cell={(_, index) => <DiffCell reading={read[index] ?? { kind: 'reading' }} path={diffPath} />}
        />
      )}
      <Row
        label="Cost"
        columns={columns}
        cell={({ thread }, index) => <CostCell money={thread.money} most={mostNanoUsd} best={index === cheapest} />}
      />
      <Row label="Cache" columns={columns} cell={({ thread }) => <CacheCell usage={thread.usage} />} />
      <Row
        label="Time"
        columns={columns}
        cell={({ turns }, index) => <TimeCell columns={columns} turns={turns} best={index === fastest} />}
      />
      <Row
        label="Steps"
        columns={columns}
        cell={({ thread, work }) => <StepsCell steps={thread.steps} work={work} />}
      />
      <Row label="" columns={columns} cell={({ thread }) => <ColumnActions thread={thread} />} />
    </>
  )
}
