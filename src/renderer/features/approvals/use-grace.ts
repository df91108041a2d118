import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Grace, graceOf, remainingMs } from './key-grace'

export interface Armed {
  /** Whether the card may be answered; for what is drawn. */
  armed: boolean
  /** The same at this very moment; for what acts. */
  mayAct(): boolean
}

/** Lets nothing happen for a moment after `card` names another card than before. */
export function useGrace(card: string): Armed {
  const grace = useRef<Grace | null>(null)
  const [armedCard, setArmedCard] = useState<string | null>(null)
  useLayoutEffect(() => {
    grace.current = graceOf(grace.current, card, performance.now())
  }, [card])
  useEffect(() => {
    const wait = grace.current ? remainingMs(grace.current, performance.now()) : 0
    const timer = setTimeout(() => setArmedCard(card), wait)
    return () => clearTimeout(timer)
  }, [card])
  const mayAct = useCallback(() => {
    const now = grace.current
    return now !== null && now.card === card && remainingMs(now, performance.now()) === 0
  }, [card])
  return { armed: armedCard === card, mayAct }
}
