import type { Approval, ApprovalScope } from '../../../shared/domain/approval'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Kbd } from '../../ui/kbd'
import { StopSign } from '../../ui/signs'
import styles from './card.module.css'
import { Revealed } from './revealed'
import { useFieldFocus } from './use-field-focus'

interface CardAnswersProps {
  approval: Approval
  /** False for a moment after the card changed: then everything is drawn faint. */
  armed: boolean
  /** The note that is being written; null while none is. */
  note: string | null
  onNote: (note: string | null) => void
  onAllow: (scope: ApprovalScope) => void
  onDeny: () => void
  onAskNote: () => void
  onStop: () => void
}

const WIDER = [
  { scope: 'thread', words: 'this fork', keys: 'F' },
  { scope: 'session', words: 'this session', keys: 'S' },
  { scope: 'project', words: 'this project', keys: 'P' },
] as const

/** The answers, from the narrowest yes to stopping the thread that asks, with the rule each wider yes would add. */
export function CardAnswers({ approval, armed, note, onNote, onAllow, onDeny, onAskNote, onStop }: CardAnswersProps) {
  const inert = armed ? undefined : true
  return (
    <>
      <div className={styles.part}>
        {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields */}
        <div className={styles.scopes} role="group" aria-label="Allow">
          <Button
            tone="primary"
            className={styles.yes}
            aria-keyshortcuts="Y"
            aria-disabled={inert}
            onClick={() => onAllow('once')}
          >
            Allow once <Kbd keys="Y" />
          </Button>
          {WIDER.map(({ scope, words, keys }) => (
            <Button
              key={scope}
              className={styles.wider}
              aria-label={`Allow for ${words}`}
              aria-keyshortcuts={keys}
              aria-disabled={inert}
              title={`From now on without asking: ${approval.offers[scope]}`}
              onClick={() => onAllow(scope)}
            >
              For {words} <Kbd keys={keys} />
            </Button>
          ))}
        </div>
        <Rules offers={approval.offers} />
      </div>
      {note !== null && <NoteLine note={note} onNote={onNote} onDeny={onDeny} />}
      <footer className={styles.footer}>
        <Button tone="danger" className={styles.no} aria-keyshortcuts="N" aria-disabled={inert} onClick={onDeny}>
          Deny <Kbd keys="N" />
        </Button>
        {note === null && (
          <Button
            tone="ghost"
            className={styles.other}
            aria-keyshortcuts="Shift+N"
            aria-disabled={inert}
            onClick={onAskNote}
          >
            Deny with a note <Kbd keys="Shift+N" />
          </Button>
        )}
        <span className="grow" />
        <Button tone="ghost" className={styles.other} icon={<StopSign />} aria-disabled={inert} onClick={onStop}>
          Stop this fork
        </Button>
      </footer>
    </>
  )
}

/** The exact rules of the wider answers; one line where all of them are the same. */
function Rules({ offers }: { offers: Approval['offers'] }) {
  const same = offers.thread === offers.session && offers.session === offers.project
  if (same) {
    return (
      <p className={styles.rule}>
        <span>Beyond once, the rule is</span> <code>{<Revealed text={offers.thread} />}</code>
      </p>
    )
  }
  return (
    <dl className={styles.rules}>
      {WIDER.map(({ scope, words }) => (
        <div key={scope}>
          <dt>For {words}</dt>
          <dd>
            <code>
              <Revealed text={offers[scope]} />
            </code>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function NoteLine({ note, onNote, onDeny }: Pick<CardAnswersProps, 'onNote' | 'onDeny'> & { note: string }) {
  const field = useFieldFocus<HTMLInputElement>()
  return (
    <div className={styles.part}>
      <TextField
        ref={field}
        label="Note"
        hint="The model reads it with the refusal. Enter denies."
        value={note}
        maxLength={10_000}
        onChange={(event) => onNote(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
            event.preventDefault()
            onDeny()
          }
          if (event.key === 'Escape') {
            event.preventDefault()
            event.stopPropagation()
            onNote(null)
          }
        }}
      />
    </div>
  )
}
