import { useMemo } from 'react'
import { SelectField } from '../../../ui/field'
import { ProblemNote } from '../../../ui/problem-note'
import { type Body, type Comparison, compareBodies, type Side } from './compare-bodies'
import { comparisonWords } from './comparison-words'
import styles from './difference-view.module.css'
import type { OtherRequest } from './other-requests'
import { useBody } from './use-body'

interface DifferenceViewProps {
  body: Body
  /** `#15`. */
  name: string
  others: readonly OtherRequest[]
  otherId: string | null
  onOther: (id: string) => void
}

/** A request beside another one, up to where they first differ; cache markers are no difference. */
export function DifferenceView({ body, name, others, otherId, onOther }: DifferenceViewProps) {
  const other = useBody(otherId)
  const found = useMemo(() => (other.body ? compareBodies(other.body, body) : null), [other.body, body])
  const otherName = others.find((each) => each.id === otherId)?.label ?? ''
  if (others.length === 0) return <p className={styles.none}>There is no other request to compare it with.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className={styles.difference} tabIndex={0} aria-label="Difference">
      <SelectField
        label="Compared with"
        value={otherId ?? ''}
        choices={others.map(({ id, label }) => ({ value: id, label }))}
        onChange={(event) => onOther(event.target.value)}
      />
      {other.problem && <ProblemNote>{other.problem}</ProblemNote>}
      {!other.problem && !found && <p aria-busy="true">Reading the other request…</p>}
      {found && <Found found={found} name={name} otherName={otherName.split(',', 1)[0] ?? otherName} />}
    </section>
  )
}

function Found({ found, name, otherName }: { found: Comparison; name: string; otherName: string }) {
  const words = comparisonWords(found, name, otherName)
  return (
    <>
      <div className={styles.words} role="status">
        <p>
          <b>{words.title}</b>
        </p>
        {found.kind !== 'same' && (
          <p>
            at <code>{found.path}</code>
            {found.kind === 'differs' && found.note !== null && <span> · {found.note}</span>}
          </p>
        )}
        <p>{words.detail}</p>
      </div>
      {found.kind !== 'same' && (
        <>
          <SideText name={otherName} side={found.left} tone="del" />
          <SideText name={name} side={found.right} tone="add" />
        </>
      )}
    </>
  )
}

function SideText({ name, side, tone }: { name: string; side: Side; tone: 'add' | 'del' }) {
  return (
    <figure className={styles.side} data-tone={tone}>
      <figcaption>
        <b>{name}</b> <span className="num">byte {side.byte.toLocaleString('en-US')}</span>
      </figcaption>
      <pre>
        {side.before}
        {side.changed === '' ? <i className={styles.nothing}>nothing here</i> : <mark>{side.changed}</mark>}
        {side.after}
      </pre>
    </figure>
  )
}
