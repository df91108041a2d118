import { Badge, type BadgeTone } from '../../ui/badge'
import type { LibraryRow, LibrarySection, RowState } from './library-rows'
import styles from './library-view.module.css'

const TONES: Record<RowState, BadgeTone> = { active: 'ok', inert: 'wait', broken: 'bad', overshadowed: 'quiet' }

/** One kind of file: its rows, or what could stand there. */
export function SectionList({ section: { id, title, teaches, rows } }: { section: LibrarySection }) {
  const heading = `library-${id}`
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>
        {title} <span className="num">{rows.length}</span>
      </h2>
      {rows.length === 0 ? (
        <p className={styles.teaches}>{teaches}</p>
      ) : (
        <ul className={styles.rows}>
          {rows.map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ row: { name, source, state, description, facts, remarks } }: { row: LibraryRow }) {
  return (
    <li className={styles.row} data-state={state}>
      <div className={styles.head}>
        <b className={styles.name}>{name}</b>
        <Badge tone={TONES[state]}>{state}</Badge>
        <span className="grow" />
        {source === null ? (
          <span className={styles.source}>built in</span>
        ) : (
          <code className={styles.source}>{source}</code>
        )}
      </div>
      {description !== '' && <p className={styles.description}>{description}</p>}
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {remarks.map((remark) => (
        <p key={remark} className={styles.remark}>
          {remark}
        </p>
      ))}
    </li>
  )
}
