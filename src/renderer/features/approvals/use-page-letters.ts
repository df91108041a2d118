import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { actionPressed } from '../../keyboard/bindings'
import { chosenKeys } from '../../keyboard/use-keys'
import { appStore, useApp } from '../../state/store'
import type { UiState } from '../../state/ui-state'
import { type CardAction, letterActionOf } from './card-keys'
import { type KeyPlace, keyPlaceOf, lettersReach } from './key-place'

interface Answers {
  mayAct(): boolean
  act(action: CardAction): void
}

const hasDraft = ({ threadId, drafts }: UiState) => threadId !== null && (drafts[threadId] ?? '') !== ''

/** Has those letters of the card that mean nothing else answer it from the page and the timeline too. In a field a letter is text, however slowly it is typed. */
export function usePageLetters(answers: Answers): void {
  const now = useRef(answers)
  useLayoutEffect(() => {
    now.current = answers
  })
  useEffect(() => followLetters(document, () => now.current), [])
}

function followLetters(page: Document, answers: () => Answers): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || page.querySelector('dialog:modal')) return
    const place = keyPlaceOf(event.target instanceof Element ? event.target : null)
    const action = letterActionOf(event, chosenKeys())
    // F on a turn forks it, as ever: a letter that means something there gives no permission by accident. In the card it does.
    if (actionPressed(event, ['page', 'list'], chosenKeys()) !== null) return
    if (place !== 'page' || !action || !lettersReach(place, hasDraft(appStore.getState().ui))) return
    take(event)
    answers().act(action)
  }
  // Before anything else hears the key: a row of the timeline takes letters as well.
  page.addEventListener('keydown', onKeyDown, true)
  return () => page.removeEventListener('keydown', onKeyDown, true)
}

function take(event: KeyboardEvent) {
  event.preventDefault()
  event.stopPropagation()
}

/** Whether the letters of the card answer it now, and else which key leads to it. */
export function useLettersReach(): { reach: true } | { reach: false; wayIn: 'approvals' | 'previous-region' } {
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
  return { reach: false, wayIn: place === 'message' ? 'previous-region' : 'approvals' }
}
