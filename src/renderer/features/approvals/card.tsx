import { Pencil } from 'lucide-react'
import { type KeyboardEvent, type Ref, useState } from 'react'
import type { Approval } from '../../../shared/domain/approval'
import { chosenKeys, useAriaKeys } from '../../keyboard/use-keys'
import { announce, hideApprovals, turnToApproval } from '../../state/ui-actions'
import { editableText, readEditedInput } from '../../transcript/edited-input'
import { Button } from '../../ui/button'
import { Kbd } from '../../ui/kbd'
import { ProblemNote } from '../../ui/problem-note'
import { neighbourOf, type Shown } from './approval-queue'
import { whyNotWider } from './approval-words'
import { CallIcon, CallView } from './call-view'
import styles from './card.module.css'
import { CardAnswers } from './card-answers'
import { CardFacts } from './card-facts'
import { CardHeader } from './card-header'
import { cardActionOf } from './card-keys'
import { InputEditor } from './input-editor'
import { toolWords } from './tool-words'
import { useAnswer } from './use-answer'
import { useGrace } from './use-grace'
import { useLettersReach, usePageLetters } from './use-page-letters'
import { useUnseen } from './use-unseen'

interface CardProps {
  shown: Shown
  queue: readonly Approval[]
  ref: Ref<HTMLElement>
}

/** One approval: who asks for what, where and why, and every way to answer it. */
export function Card({ shown, queue, ref }: CardProps) {
  const { approval } = shown
  const { armed, mayAct } = useGrace(`${approval.id} ${JSON.stringify(approval.input)}`)
  const answering = useAnswer()
  // Both belong to one approval: a card that turns to another leaves them behind.
  const [edit, setEdit] = useState<{ id: string; text: string } | null>(null)
  const [note, setNote] = useState<{ id: string; text: string } | null>(null)
  const [tried, setTried] = useState(false)
  const edited = edit?.id === approval.id ? edit.text : null
  const read = edited === null ? null : readEditedInput(approval.tool, approval.input, edited)
  const changed = edited !== null && edited !== editableText(approval.tool, approval.input)
  const body = useUnseen(`${approval.id} ${edited === null}`)

  const act = (what: () => void) => {
    if (mayAct() && !answering.busy) what()
  }
  const allow = (scope: 'once' | 'thread' | 'session' | 'project') =>
    act(() => {
      const why = scope === 'once' ? null : whyNotWider(approval, scope, changed)
      if (why !== null) return announce(why)
      setTried(true)
      if (read && !read.ok) return
      setTried(false)
      void answering.allow(approval, scope, changed && read?.ok ? read.input : null)
    })
  const deny = () => act(() => void answering.deny(approval, note?.id === approval.id ? note.text.trim() : ''))
  const toggleEdit = () =>
    act(() => {
      setTried(false)
      setEdit(edited === null ? { id: approval.id, text: editableText(approval.tool, approval.input) } : null)
    })
  const askNote = () => act(() => setNote({ id: approval.id, text: '' }))
  const turn = (step: -1 | 1) =>
    act(() => {
      const next = neighbourOf(queue, approval.id, step)
      if (next) turnToApproval(next)
    })
  const actions = {
    once: () => allow('once'),
    thread: () => allow('thread'),
    session: () => allow('session'),
    project: () => allow('project'),
    edit: toggleEdit,
    deny,
    note: askNote,
    next: () => turn(1),
    previous: () => turn(-1),
    hide: () => act(hideApprovals),
  }
  usePageLetters({ mayAct: () => mayAct() && !answering.busy, act: (action) => actions[action]() })
  const letters = useLettersReach()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const action = event.nativeEvent.isComposing ? null : cardActionOf(event.nativeEvent, chosenKeys())
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    actions[action]()
  }

  return (
    <section
      ref={ref}
      className={styles.card}
      role="dialog"
      aria-label="Approval"
      aria-describedby={`${approval.id}-who`}
      tabIndex={-1}
      data-armed={armed || undefined}
      data-letters={letters.reach || undefined}
      onKeyDown={onKeyDown}
    >
      <CardHeader
        shown={shown}
        queue={queue}
        wayIn={letters.reach ? null : letters.wayIn}
        onTurn={turn}
        onHide={actions.hide}
      />
      {answering.problem && (
        <div className={styles.part}>
          <ProblemNote>{answering.problem}</ProblemNote>
        </div>
      )}
      <div ref={body.ref} className={styles.body} onScroll={body.onScroll}>
        <div className={`${styles.part} ${styles.ask}`}>
          <p className={styles.tool}>
            <CallIcon tool={approval.tool} />
            <b>{toolWords(approval.tool)}</b>
            {changed && <span className={styles.dim}>edited by you; the model will see what was run</span>}
            <span className="grow" />
            <Button
              small
              icon={<Pencil />}
              aria-pressed={edited !== null}
              className={styles.wider}
              aria-keyshortcuts={useAriaKeys('edit-input')}
              aria-disabled={!armed}
              onClick={toggleEdit}
            >
              Edit input <Kbd action="edit-input" />
            </Button>
          </p>
          {edited === null ? (
            <CallView tool={approval.tool} input={approval.input} />
          ) : (
            <InputEditor
              tool={approval.tool}
              input={approval.input}
              text={edited}
              problem={tried && read && !read.ok ? read.problem : null}
              onChange={(text) => setEdit({ id: approval.id, text })}
            />
          )}
        </div>
        <CardFacts approval={approval} />
      </div>
      {body.unseen && (
        <button type="button" className={styles.more} onClick={body.showEnd}>
          There is more below: scroll to see all of it
        </button>
      )}
      <CardAnswers
        approval={approval}
        edited={changed}
        armed={armed && !answering.busy}
        note={note?.id === approval.id ? note.text : null}
        onNote={(text) => setNote(text === null ? null : { id: approval.id, text })}
        onAllow={allow}
        onDeny={deny}
        onAskNote={askNote}
        onStop={() => act(() => void answering.stop(approval))}
      />
    </section>
  )
}
