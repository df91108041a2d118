import { type RefObject, useEffect, useMemo, useRef } from 'react'
import type { Approval } from '../../../shared/domain/approval'
import { appStore, useApp, useSession } from '../../state/store'
import { announce, raiseApprovals, turnToApproval } from '../../state/ui-actions'
import { openQueue, type Shown, shownOf } from './approval-queue'
import { Card } from './card'
import { useCover } from './use-cover'

const NONE: readonly Approval[] = []

/** Rises over the timeline while something asks: one approval at a time, the oldest first. Renders nothing while nothing does. */
export function ApprovalCard() {
  const approvals = useSession((session) => session.approvals, NONE)
  const queue = useMemo(() => openQueue(approvals), [approvals])
  const wanted = useApp(({ ui }) => ui.approvalId)
  const hidden = useApp(({ ui }) => ui.approvalHidden)
  const place = useRef(1)
  const card = useRef<HTMLElement>(null)
  const shown = shownOf(queue, wanted, place.current)
  useEffect(() => {
    if (!shown) return
    place.current = shown.place
    // Made its own choice once, the card stays with it, whatever comes or goes before it.
    if (shown.approval.id !== wanted) turnToApproval(shown.approval.id)
  }, [shown, wanted])
  useRisingAgain(queue)
  useSpokenCard(shown)
  useWishedFocus(card)
  useFocusBack(card, shown === null || hidden)
  useCover(card, shown !== null && !hidden)
  return shown && !hidden ? <Card ref={card} shown={shown} queue={queue} /> : null
}

/** An approval that opens while the card is put away brings it back. */
function useRisingAgain(queue: readonly Approval[]) {
  const known = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const isNew = queue.some((approval) => !known.current.has(approval.id))
    known.current = new Set(queue.map((approval) => approval.id))
    if (isNew && appStore.getState().ui.approvalHidden) raiseApprovals()
  }, [queue])
}

/** Each card that appears is read out, since it takes no focus by itself. */
function useSpokenCard(shown: Shown | null) {
  const id = shown?.approval.id
  const text = shown && `Approval ${shown.place} of ${shown.total}: ${shown.approval.tool} in ${shown.approval.folder}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: read out once for each card, not when the queue grows
  useEffect(() => {
    if (text) announce(text)
  }, [id])
}

/** The key and the buttons that lead to the card give it the focus; a card that rises by itself takes none. */
function useWishedFocus(card: RefObject<HTMLElement | null>) {
  const wish = useApp(({ ui }) => ui.approvalWish)
  const heard = useRef(wish)
  useEffect(() => {
    if (heard.current === wish) return
    heard.current = wish
    card.current?.focus()
  }, [card, wish])
}

/** When the card goes with the focus in it, the focus goes back to where it came from. */
function useFocusBack(card: RefObject<HTMLElement | null>, gone: boolean) {
  const before = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const onFocusIn = (event: FocusEvent) => {
      if (event.target instanceof HTMLElement && !card.current?.contains(event.target)) before.current = event.target
    }
    document.addEventListener('focusin', onFocusIn)
    return () => document.removeEventListener('focusin', onFocusIn)
  }, [card])
  useEffect(() => {
    if (gone && document.activeElement === document.body) before.current?.focus({ preventScroll: true })
  }, [gone])
}
