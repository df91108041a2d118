import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { appStore, useApp } from '../../state/store'
import { setDraft } from '../../state/ui-actions'
import type { UiState } from '../../state/ui-state'
import { type CardAction, letterActionOf } from './card-keys'
import { isTyping, type KeyPlace, keyPlaceOf, lettersReach } from './key-place'

/** A letter in the empty message field answers when no other key follows it for this long; else it was the begin of a word. */
const ALONE_MS = 250

interface Answers {
  mayAct(): boolean
  act(action: CardAction): void
}

const hasDraft = ({ threadId, drafts }: UiState) => threadId !== null && (drafts[threadId] ?? '') !== ''

/** Has the letters of the card answer it from the page, the timeline and the empty message field too; never while a person types. */
export function usePageLetters(answers: Answers): void {
  const now = useRef(answers)
  useLayoutEffect(() => {
    now.current = answers
  })
  useEffect(() => followLetters(document, () => now.current), [])
}

function followLetters(page: Document, answers: () => Answers): () => void {
  let typedAt: number | null = null
  let held: { letter: string; timer: number } | null = null
  /** What was held becomes the text it was. */
  const release = () => {
    if (!held) return
    clearTimeout(held.timer)
    const { letter } = held
    held = null
    typedAt = performance.now()
    const { threadId } = appStore.getState().ui
    if (threadId) setDraft(threadId, letter)
  }
  const answerHeld = (action: CardAction) => {
    if (keyPlaceOf(page.activeElement) !== 'message' || !answers().mayAct()) return release()
    held = null
    answers().act(action)
  }
  const onMessageKey = (event: KeyboardEvent) => {
    // At once, so that the key that follows is written behind it.
    if (held) return flushSync(release)
    const action = letterActionOf(event)
    const free = !isTyping(typedAt, performance.now()) && !hasDraft(appStore.getState().ui) && answers().mayAct()
    if (!action || !free) {
      typedAt = performance.now()
      return
    }
    take(event)
    held = { letter: event.key, timer: window.setTimeout(() => answerHeld(action), ALONE_MS) }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || page.querySelector('dialog:modal')) return
    const place = keyPlaceOf(event.target instanceof Element ? event.target : null)
    if (place === 'message') return onMessageKey(event)
    const action = letterActionOf(event)
    if (place !== 'page' || !action || !lettersReach(place, hasDraft(appStore.getState().ui))) return
    take(event)
    answers().act(action)
  }
  // Before anything else hears the key: on the timeline some of the letters mean something too.
  page.addEventListener('keydown', onKeyDown, true)
  page.addEventListener('focusout', release, true)
  return () => {
    page.removeEventListener('keydown', onKeyDown, true)
    page.removeEventListener('focusout', release, true)
    release()
  }
}

function take(event: KeyboardEvent) {
  event.preventDefault()
  event.stopPropagation()
}

/** Whether the letters of the card answer it now, and else which key leads to it. */
export function useLettersReach(): { reach: true } | { reach: false; wayIn: 'A' | 'Shift+F6' } {
  const draft = useApp(({ ui }) => hasDraft(ui))
  const [place, setPlace] = useState<KeyPlace>(() => keyPlaceOf(document.activeElement))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => setPlace(keyPlaceOf(document.activeElement))
    // Between two elements nothing has the focus.
    const lookSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(look, 0)
    }
    look()
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', lookSoon)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', lookSoon)
    }
  }, [])
  if (lettersReach(place, draft)) return { reach: true }
  return { reach: false, wayIn: place === 'message' ? 'Shift+F6' : 'A' }
}
