import { ChevronDown, ChevronRight } from 'lucide-react'
import { classes } from '../../../ui/classes'
import { formatBytes, plural } from '../../../ui/format-count'
import type { BodyBlock, BodyPart } from './body-outline'
import { type BodyRow, previewOf } from './body-rows'
import styles from './body-view.module.css'
import type { Span } from './json-scan'
import { lines } from './text-pieces'

interface BodyRowProps {
  row: BodyRow
  text: string
  parentName: string
  previousName: string
  onToggle: (path: string, open: boolean) => void
}

/** One row of a body: a part, a block, a piece of exact text, or the line where a shared stretch ends. */
export function BodyRowView({ row, text, parentName, previousName, onToggle }: BodyRowProps) {
  switch (row.kind) {
    case 'part':
      return (
        <FoldRow path={row.part.path} open={row.open} origin={row.origin} onToggle={onToggle}>
          <PartWords part={row.part} text={text} />
        </FoldRow>
      )
    case 'block':
      return (
        <FoldRow path={row.block.path} open={row.open} origin={row.origin} onToggle={onToggle} inner>
          <BlockWords block={row.block} text={text} />
        </FoldRow>
      )
    case 'piece':
      return <Piece text={text} span={row.span} marker={row.marker} origin={row.origin} />
    case 'end':
      return (
        <p className={styles.end}>
          {row.of === 'inherited'
            ? `${plural(row.blocks, 'block')} above, inherited from ${parentName} byte for byte; its own below`
            : `${plural(row.blocks, 'block')} above, sent before in ${previousName}; new below`}
        </p>
      )
  }
}

interface FoldRowProps {
  path: string
  open: boolean
  origin: string
  inner?: boolean
  onToggle: BodyRowProps['onToggle']
  children: React.ReactNode
}

function FoldRow({ path, open, origin, inner, onToggle, children }: FoldRowProps) {
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      className={classes(styles.fold, inner && styles.inner)}
      data-origin={origin}
      aria-expanded={open}
      onClick={() => onToggle(path, !open)}
    >
      <Chevron aria-hidden="true" />
      {children}
    </button>
  )
}

function PartWords({ part, text }: { part: BodyPart; text: string }) {
  const marks = part.blocks.filter((block) => block.marker).length
  const first = part.blocks[0]
  return (
    <>
      <b>{part.path}</b>
      {part.role !== null && <span>{part.role}</span>}
      <span className={classes('cut grow', styles.preview)}>
        {part.kind === 'field' && text.slice(part.start, Math.min(part.end, part.start + 200))}
        {part.kind === 'message' && first && previewOf(text, first)}
      </span>
      {marks > 0 && <Mark>{plural(marks, 'marker')}</Mark>}
      {part.kind !== 'field' && (
        <span className={styles.size}>
          {part.path === 'tools' ? plural(part.blocks.length, 'tool') : plural(part.blocks.length, 'block')}
        </span>
      )}
      <span className={styles.size}>{formatBytes(part.end - part.start)}</span>
    </>
  )
}

function BlockWords({ block, text }: { block: BodyBlock; text: string }) {
  return (
    <>
      <span>{block.type === 'tool' ? block.name : block.type}</span>
      {block.type !== 'tool' && block.name !== null && <b>{block.name}</b>}
      <span className={classes('cut grow', styles.preview)}>{previewOf(text, block)}</span>
      {block.marker && <Mark>cache marker, {block.marker.ttl === '1h' ? '1 hour' : '5 minutes'}</Mark>}
      <span className={styles.size}>{formatBytes(block.end - block.start)}</span>
    </>
  )
}

function Mark({ children }: { children: React.ReactNode }) {
  return (
    <span className={styles.mark}>
      <i aria-hidden="true" />
      {children}
    </span>
  )
}

interface PieceProps {
  text: string
  span: Span
  marker: Span | null
  origin: string
}

/** Exact text. Lines are broken behind the line breaks it holds, and nothing else is changed. */
function Piece({ text, span, marker, origin }: PieceProps) {
  const from = Math.max(span.start, marker?.start ?? span.end)
  const to = Math.min(span.end, marker?.end ?? span.end)
  const marked = marker !== null && from < to
  return (
    <pre className={styles.piece} data-origin={origin}>
      <Lines text={text.slice(span.start, marked ? from : span.end)} />
      {marked && (
        <>
          <mark className={styles.marker}>{text.slice(from, to)}</mark>
          <Lines text={text.slice(to, span.end)} />
        </>
      )}
    </pre>
  )
}

function Lines({ text }: { text: string }) {
  return lines(text).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line of exact text is known by its place
    <span key={index}>
      {line}
      {line.endsWith('\\n') && <br />}
    </span>
  ))
}
