import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { LIVE_STATES } from '../../../shared/domain/live-states'
import type { Thread } from '../../../shared/domain/thread'
import { useApp, useSession } from '../../state/store'
import { goTo } from '../../state/ui-actions'
import { WakeNote } from '../../threads/warmth-notes'
import { Button } from '../../ui/button'
import { ProblemNote } from '../../ui/problem-note'
import { AttachmentChips } from './attachment-chips'
import type { Completion } from './completion'
import { CompletionMenu, optionId } from './completion-menu'
import styles from './composer.module.css'
import { ComposerFoot } from './composer-foot'
import { hintOf, placeholderOf } from './composer-words'
import { stepHistory } from './message-history'
import { ModelLine } from './model-line'
import { sentTexts } from './sent-texts'
import { SlashHelp } from './slash-help'
import { TargetLine } from './target-line'
import { useAttaching } from './use-attaching'
import { useCalled } from './use-called'
import { useCaret } from './use-caret'
import { useCompletions } from './use-completions'
import { useDraft } from './use-draft'
import { useGrowingField } from './use-growing-field'
import { useSending } from './use-sending'
import { useSubmit } from './use-submit'

/** Writes to one thread, and says which. Renders nothing while the thread is not known. */
export function Composer({ threadId }: { threadId: string }) {
  const thread = useSession((session) => session.threads[threadId], undefined)
  // Keyed: a half-finished command, its menu and its problem belong to the thread they were written for.
  return thread ? <ThreadComposer key={threadId} thread={thread} /> : null
}

function ThreadComposer({ thread }: { thread: Thread }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const menuId = useId()
  const [text, write] = useDraft(thread.id)
  const [steer, setSteer] = useState(false)
  const [help, setHelp] = useState(false)
  const [recalled, setRecalled] = useState<number | null>(null)
  const [caret, setCaret] = useCaret(field, text)
  const called = useCalled(help || text.startsWith('/'))
  const menu = useCompletions(thread.id, text, caret.at, called)
  const sending = useSending(thread.id, write)
  const attaching = useAttaching(thread.id)
  const { submit, submitAsForks, canSend } = useSubmit({
    thread,
    text,
    attached: attaching.attached,
    called,
    write,
    sending,
    steer,
    setSteer,
    showHelp: () => setHelp(true),
  })
  const connected = useApp(({ view }) => view.connection === 'open')
  const live = LIVE_STATES.has(thread.state)
  const gone = thread.state === 'discarded'
  useGrowingField(field, text)
  useFirstFocus(field, thread)

  const change = (next: string) => {
    write(next)
    setRecalled(null)
    menu.open()
    if (sending.problem || sending.said) sending.clear()
  }
  const take = (entry: Pick<Completion, 'text' | 'caret'>) => {
    change(entry.text)
    setCaret(entry.caret)
    field.current?.focus()
  }
  const recall = (step: -1 | 1): boolean => {
    const found = stepHistory(sentTexts(thread.id), recalled, step)
    if (!found) return false
    write(found.text)
    setCaret(found.text.length)
    menu.close()
    setRecalled(found.index)
    return true
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    const handled = menu.onKey(event.key, take) || onPlainKey(event)
    if (handled) event.preventDefault()
  }
  const onPlainKey = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const mod = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      if (mod) submitAsForks()
      else submit()
      return true
    }
    if (mod || event.shiftKey || event.altKey) return false
    if (event.key === 'Escape' && (text !== '' || help)) {
      if (help) setHelp(false)
      else change('')
      event.stopPropagation()
      return true
    }
    // In a text of several lines that was called back, the arrows first walk its lines.
    const { selectionStart, selectionEnd } = event.currentTarget
    const mayRecall = text === '' || (recalled !== null && !text.slice(0, selectionStart).includes('\n'))
    if (event.key === 'ArrowUp' && mayRecall) return recall(-1)
    if (event.key === 'ArrowDown' && recalled !== null && !text.slice(selectionEnd).includes('\n')) return recall(1)
    return false
  }

  return (
    <form
      className={styles.composer}
      aria-label="Composer"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {help && <SlashHelp called={called} onClose={() => setHelp(false)} />}
      {sending.problem && (
        <div className={styles.problem}>
          <ProblemNote
            advice={sending.problem.advice}
            actions={
              sending.problem.place === 'settings' && (
                <Button small onClick={() => goTo({ screen: 'settings' })}>
                  Settings
                </Button>
              )
            }
          >
            {sending.problem.text}
          </ProblemNote>
        </div>
      )}
      <div className={styles.target}>
        <TargetLine thread={thread} />
        <WakeNote thread={thread} text={text} />
        <span className="grow" />
        <ModelLine thread={thread} onModel={() => take({ text: '/model ', caret: 7 })} />
      </div>
      <div className={styles.box} data-over={attaching.over || undefined} {...(gone ? {} : attaching.dropTarget)}>
        {menu.entries.length > 0 && (
          <CompletionMenu id={menuId} title={menu.title} entries={menu.entries} active={menu.active} onTake={take} />
        )}
        <AttachmentChips
          attached={attaching.attached}
          onRemove={(one) => {
            attaching.remove(one)
            sending.clear()
            field.current?.focus()
          }}
        />
        <textarea
          ref={field}
          className={styles.field}
          aria-label="Message"
          data-message=""
          aria-autocomplete="list"
          aria-controls={menu.entries.length > 0 ? menuId : undefined}
          aria-activedescendant={menu.entries.length > 0 ? optionId(menuId, menu.active) : undefined}
          rows={1}
          value={text}
          disabled={gone}
          placeholder={placeholderOf(thread, live)}
          onChange={(event) => change(event.target.value)}
          onSelect={(event) => setCaret(event.currentTarget.selectionEnd, false)}
          onKeyDown={onKeyDown}
          onPaste={attaching.onPaste}
          onBlur={menu.close}
        />
        <ComposerFoot
          thread={thread}
          hint={hintOf({ connected, busy: sending.busy, said: sending.said, live, hasText: text.trim() !== '', steer })}
          live={live}
          steer={steer}
          onSteer={setSteer}
          canSend={canSend}
          onGiven={(given) => {
            attaching.add(given)
            field.current?.focus()
          }}
          onFork={submitAsForks}
        />
      </div>
    </form>
  )
}

/** A session in which nothing was said yet is there to be written to. */
function useFirstFocus(field: RefObject<HTMLTextAreaElement | null>, thread: Thread) {
  const fresh = useSession((session) => thread.kind === 'main' && !session.turns[thread.id]?.length, false)
  const began = useRef(fresh).current
  useEffect(() => {
    if (began) field.current?.focus()
  }, [began, field])
}
