import { Fragment, memo, type ReactNode, useState } from 'react'
import { createBlockReader } from './block-reader'
import { CodeBlock } from './code-block'
import { type Block, type Inline, parseMarkdown } from './markdown-tree'
import styles from './prose.module.css'

interface ProseProps {
  text: string
  /** Shows a caret after the last word. */
  streaming?: boolean
}

/** Markdown as the model wrote it. While it grows, only its last blocks are read and rendered again. */
export const Prose = memo(function Prose({ text, streaming }: ProseProps) {
  const [readGrowing] = useState(createBlockReader)
  const blocks = streaming ? readGrowing(text) : parseMarkdown(text)
  return (
    <div className={styles.prose}>
      {blocks.map(({ raw, block }, index) => (
        <SourcedBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end, and the last one grows
          key={index}
          raw={raw}
          block={block}
          caret={streaming === true && index === blocks.length - 1}
        />
      ))}
      {streaming && blocks.length === 0 && <Caret />}
    </div>
  )
})

interface SourcedBlockProps {
  raw: string
  block: Block
  caret: boolean
}

const SourcedBlock = memo(
  function SourcedBlock({ block, caret }: SourcedBlockProps) {
    return <BlockView block={block} caret={caret} />
  },
  (a, b) => a.raw === b.raw && a.caret === b.caret,
)

/** Marks where text is being written. */
export function Caret() {
  return <span className={styles.caret} aria-hidden="true" />
}

function BlockView({ block, caret = false }: { block: Block; caret?: boolean }): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Inlines of={block.children} />
          {caret && <Caret />}
        </p>
      )
    case 'plain':
      return (
        <>
          <Inlines of={block.children} />
          {caret && <Caret />}
        </>
      )
    case 'heading':
      return <HeadingView block={block} caret={caret} />
    case 'code':
      return <CodeBlock language={block.language} text={block.text} closed={block.closed} />
    case 'quote':
      return (
        <blockquote>
          <Blocks of={block.children} caret={caret} />
        </blockquote>
      )
    case 'list':
      return <ListView block={block} caret={caret} />
    case 'table':
      return <TableView block={block} />
    case 'rule':
      return <hr />
  }
}

/** Headings of an answer stand below the turn's own; they look alike, their level is for a screen reader. */
function HeadingView({ block, caret }: { block: Extract<Block, { kind: 'heading' }>; caret: boolean }) {
  const Heading = block.level === 1 ? 'h4' : block.level === 2 ? 'h5' : 'h6'
  return (
    <Heading className={styles.heading}>
      <Inlines of={block.children} />
      {caret && <Caret />}
    </Heading>
  )
}

function Blocks({ of: blocks, caret = false }: { of: readonly Block[]; caret?: boolean }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the children of one block change only together
    <BlockView key={index} block={block} caret={caret && index === blocks.length - 1} />
  ))
}

function ListView({ block, caret }: { block: Extract<Block, { kind: 'list' }>; caret: boolean }) {
  const items = block.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items of one list change only together
    <li key={index}>
      {item.checked !== null && (
        <input type="checkbox" checked={item.checked} disabled aria-label={item.checked ? 'done' : 'open'} />
      )}
      <Blocks of={item.children} caret={caret && index === block.items.length - 1} />
    </li>
  ))
  return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
}

function TableView({ block }: { block: Extract<Block, { kind: 'table' }> }) {
  const cells = (row: Inline[][], Cell: 'th' | 'td') =>
    row.map((cell, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
      <Cell key={index} style={{ textAlign: block.align[index] ?? 'left' }}>
        <Inlines of={cell} />
      </Cell>
    ))
  return (
    <div className={styles.tableBox}>
      <table>
        <thead>
          <tr>{cells(block.head, 'th')}</tr>
        </thead>
        <tbody>
          {block.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
            <tr key={index}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Inlines({ of: inlines }: { of: readonly Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one paragraph change only together
  return inlines.map((inline, index) => <Fragment key={index}>{inlineView(inline)}</Fragment>)
}

function inlineView(inline: Inline): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'code':
      return <code>{inline.text}</code>
    case 'break':
      return <br />
    case 'strong':
      return (
        <strong>
          <Inlines of={inline.children} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inlines of={inline.children} />
        </em>
      )
    case 'del':
      return (
        <del>
          <Inlines of={inline.children} />
        </del>
      )
    case 'link':
      return (
        <a href={inline.href} target="_blank" rel="noopener noreferrer" title={inline.href}>
          <Inlines of={inline.children} />
        </a>
      )
  }
}
