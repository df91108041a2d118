import { Fragment, useState } from 'react'
import { Button } from '../ui/button'
import { plural } from '../ui/format-count'
import styles from './edit-diff.module.css'
import type { EditLine, EditPreview } from './edit-hunks'

const FIRST_LINES = 40

/** The change of an edit, line by line; long ones open on demand. */
export function EditDiff({ preview }: { preview: EditPreview }) {
  const [all, setAll] = useState(false)
  const total = preview.hunks.reduce((sum, hunk) => sum + hunk.length, 0)
  let left = all ? total : FIRST_LINES
  return (
    <figure className={styles.diff} aria-label={`Change: ${preview.added} added, ${preview.removed} removed`}>
      <pre>
        {preview.hunks.map((hunk, index) => {
          const shown = hunk.slice(0, Math.max(0, left))
          left -= shown.length
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a hunk is known by its place
            <Fragment key={index}>
              {index > 0 && shown.length > 0 && <span className={styles.gap}>⋯</span>}
              {shown.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
                <Line key={at} line={line} />
              ))}
            </Fragment>
          )
        })}
      </pre>
      {!all && total > FIRST_LINES && (
        <Button small tone="ghost" onClick={() => setAll(true)}>
          Show {plural(total - FIRST_LINES, 'more line')}
        </Button>
      )}
    </figure>
  )
}

const SIGNS = { '+': styles.added, '-': styles.removed, ' ': styles.same } as const

function Line({ line }: { line: EditLine }) {
  return (
    <span className={SIGNS[line.sign]}>
      {line.sign === '-' ? '−' : line.sign} {line.text}
    </span>
  )
}
