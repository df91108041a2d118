// Draws the hunks of one file as git (or `diff`) wrote them, with the changed words marked inside changed lines.
import { useMemo } from 'react'
import { Decoration, Diff, Hunk, type HunkData, markEdits, parseDiff, tokenize } from 'react-diff-view'
import { classes } from './classes'
import styles from './diff-view.module.css'

interface DiffViewProps {
  /** The part of a `git diff` about one file, or an equal text with a `diff --git` line. */
  text: string
  split?: boolean
  /** False where the numbers would be those of an excerpt and not of the file. */
  numbers?: boolean
  /** False where somebody else says which hunk it is. */
  heads?: boolean
  className?: string
}

/** Marking words compares every changed pair of lines; beyond this many lines the colours of the lines have to do. */
const MARKED_LINES = 3000

/** The changes of one file. A diff without hunks (a new name, a new mode) shows nothing. */
export function DiffView({ text, split = false, numbers = true, heads = true, className }: DiffViewProps) {
  const { type, hunks, tokens } = useMemo(() => readFile(text), [text])
  return (
    <div className={classes(styles.diff, className)}>
      <Diff
        diffType={type}
        hunks={hunks}
        viewType={split ? 'split' : 'unified'}
        gutterType={numbers ? 'default' : 'none'}
        tokens={tokens}
      >
        {(shown) =>
          shown.map((hunk, n) =>
            heads ? (
              <HunkRows key={hunk.content} hunk={hunk} first={n === 0} numbers={numbers} />
            ) : (
              <Hunk key={hunk.content} hunk={hunk} />
            ),
          )
        }
      </Diff>
    </div>
  )
}

function HunkRows({ hunk, first, numbers }: { hunk: HunkData; first: boolean; numbers: boolean }) {
  const where = hunk.content.replace(/^@@[^@]*@@ ?/, '')
  const head = where || (first ? '' : '⋯')
  return (
    <>
      {numbers && head && <Decoration className={styles.head}>{head}</Decoration>}
      {!numbers && !first && <Decoration className={styles.head}>⋯</Decoration>}
      <Hunk hunk={hunk} />
    </>
  )
}

function readFile(text: string) {
  const file = parseDiff(text, { nearbySequences: 'zip' })[0]
  const hunks = file?.hunks ?? []
  const lines = hunks.reduce((sum, hunk) => sum + hunk.changes.length, 0)
  const tokens = lines > MARKED_LINES ? null : tokenize(hunks, { enhancers: [markEdits(hunks, { type: 'block' })] })
  return { type: file?.type ?? ('modify' as const), hunks, tokens }
}
