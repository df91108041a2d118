import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import type { Request } from '../../../../shared/domain/ledger'
import { CopyButton } from '../../../transcript/code-block'
import { Button } from '../../../ui/button'
import { formatBytes, plural } from '../../../ui/format-count'
import { BodyRowView } from './body-row'
import { bodyRows, foldablePaths, type Opened } from './body-rows'
import styles from './body-view.module.css'
import type { Body } from './compare-bodies'

interface BodyViewProps {
  request: Request
  body: Body
  parentName: string
}

const NOTHING: Opened = {}

/** The exact text of a request, folded by message and by block; only the rows in view exist. */
export function BodyView({ request, body, parentName }: BodyViewProps) {
  const [opened, setOpened] = useState(NOTHING)
  const rows = useMemo(() => bodyRows(body, request, opened), [body, request, opened])
  const bytes = useMemo(() => new TextEncoder().encode(body.text).length, [body])
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: (index) => (rows[index]?.kind === 'piece' ? 260 : 26),
    overscan: 6,
  })
  const items = virtualizer.getVirtualItems()
  const all = (open: boolean) => setOpened(Object.fromEntries(foldablePaths(body).map((path) => [path, open])))
  return (
    <div className={styles.body}>
      <div className={styles.tools}>
        <span className="num">
          {formatBytes(bytes)} as sent, {plural(body.parts.filter((part) => part.kind === 'message').length, 'message')}
        </span>
        <span className="grow" />
        <Button small tone="ghost" onClick={() => all(true)}>
          Open all
        </Button>
        <Button small tone="ghost" onClick={() => all(false)}>
          Fold all
        </Button>
        <CopyButton text={body.text} label="Copy body" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label="Body">
        <div className={styles.content} style={{ height: virtualizer.getTotalSize() }}>
          <div className={styles.shown} style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
            {items.map(({ index, key }) => {
              const row = rows[index]
              return (
                row && (
                  <div key={key} ref={virtualizer.measureElement} data-index={index}>
                    <BodyRowView
                      row={row}
                      text={body.text}
                      parentName={parentName}
                      previousName={`#${request.n - 1}`}
                      onToggle={(path, open) => setOpened((before) => ({ ...before, [path]: open }))}
                    />
                  </div>
                )
              )
            })}
          </div>
        </div>
      </section>
    </div>
  )
}
