import { useId } from 'react'
import type { Approval, ApprovalScope } from '../../../shared/domain/approval'
import type { KeyActionId } from '../../keyboard/key-actions'
import { useAriaKeys } from '../../keyboard/use-keys'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Kbd } from '../../ui/kbd'
import { StopSign } from '../../ui/signs'
import { whyNotWider } from './approval-words'
import styles from './card.module.css'
import { Revealed } from './revealed'
import { useFieldFocus } from './use-field-focus'

interface CardAnswersProps {
  approval: Approval
  /** Whether the input was changed: then there is no rule for it. */
  edited: boolean
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
  { scope: 'thread', words: 'this fork', action: 'allow-fork' },
  { scope: 'session', words: 'this session', action: 'allow-session' },
  { scope: 'project', words: 'this project', action: 'allow-project' },
] as const

/** The answers, from the narrowest yes to stopping the thread that asks, with the rule each wider yes would add. */
export function CardAnswers(props: CardAnswersProps) {
  const { approval, edited, armed, note, onNote, onAllow, onDeny, onAskNote, onStop } = props
  const inert = armed ? undefined : true
  const rulesId = useId()
  const keys = { once: useAriaKeys('allow-once'), deny: useAriaKeys('deny'), note: useAriaKeys('deny-note') }
  return (
    <>
      <div className={styles.part}>
        {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields */}
        <div className={styles.scopes} role="group" aria-label="Allow">
          <Button
            tone="primary"
            className={styles.yes}
            aria-keyshortcuts={keys.once}
            aria-disabled={inert}
            onClick={() => onAllow('once')}
          >
            Allow once <Kbd action="allow-once" />
          </Button>
          {WIDER.map((wider) => (
            <WiderYes key={wider.scope} {...wider} {...props} inert={inert} rulesId={rulesId} />
          ))}
        </div>
        <Rules id={rulesId} approval={approval} edited={edited} />
      </div>
      {note !== null && <NoteLine note={note} onNote={onNote} onDeny={onDeny} />}
      <footer className={styles.footer}>
        <Button
          tone="danger"
          className={styles.no}
          aria-keyshortcuts={keys.deny}
          aria-disabled={inert}
          onClick={onDeny}
        >
          Deny <Kbd action="deny" />
        </Button>
        {note === null && (
          <Button
            tone="ghost"
            className={styles.other}
            aria-keyshortcuts={keys.note}
            aria-disabled={inert}
            onClick={onAskNote}
          >
            Deny with a note <Kbd action="deny-note" />
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

interface WiderYesProps extends Pick<CardAnswersProps, 'approval' | 'edited' | 'onAllow'> {
  scope: ApprovalScope & keyof Approval['offers']
  words: string
  action: KeyActionId
  inert: true | undefined
  rulesId: string
}

function WiderYes({ approval, edited, onAllow, scope, words, action, inert, rulesId }: WiderYesProps) {
  const keys = useAriaKeys(action)
  const why = whyNotWider(approval, scope, edited)
  return (
    <Button
      className={why === null ? styles.wider : undefined}
      aria-label={`Allow for ${words}`}
      aria-keyshortcuts={keys}
      aria-disabled={inert ?? (why === null ? undefined : true)}
      aria-describedby={rulesId}
      title={why ?? `From now on without asking: ${approval.offers[scope]}`}
      onClick={() => onAllow(scope)}
    >
      For {words} <Kbd action={action} />
    </Button>
  )
}

/** The exact rules of the wider answers, or why there is none; one line where all of them are the same. */
function Rules({ id, approval, edited }: { id: string } & Pick<CardAnswersProps, 'approval' | 'edited'>) {
  const rows = WIDER.map(({ scope, words }) => {
    const why = whyNotWider(approval, scope, edited)
    return { words, why, rule: approval.offers[scope] }
  })
  const [first] = rows
  if (first && rows.every(({ why, rule }) => why === first.why && rule === first.rule)) {
    return (
      <p id={id} className={styles.rule} {...scrollable([first.rule])}>
        {first.why ?? (
          <>
            <span>Beyond once, the rule is</span> <code>{<Revealed text={first.rule} />}</code>
          </>
        )}
      </p>
    )
  }
  return (
    <dl id={id} className={styles.rules} {...scrollable(rows.map(({ rule }) => rule))}>
      {rows.map(({ words, why, rule }) => (
        <div key={words}>
          <dt>For {words}</dt>
          <dd>{why ?? <code>{<Revealed text={rule} />}</code>}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Rules as long as texts scroll in a box of their own, so that the answers stay in view; what scrolls is reached by the keyboard. */
function scrollable(rules: readonly string[]) {
  return rules.join('').length > 500 ? { 'data-long': '', tabIndex: 0 } : {}
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
