import { useSyncExternalStore } from 'react'
import { formatElapsed } from './format-time'
import { nextFrame } from './next-frame'

const listeners = new Set<() => void>()
let now = wholeSecond()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => nextFrame(tick), 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick() {
  now = wholeSecond()
  for (const listener of listeners) listener()
}

function read() {
  // Between two ticks the same answer for every reader; without a ticker, the time itself.
  if (timer === undefined) now = wholeSecond()
  return now
}

/** Whole, so that reading it twice in one render gives one answer. */
function wholeSecond() {
  return Math.floor(Date.now() / 1000) * 1000
}

/** The time, renewed once a second by one timer for the whole page; EpochMs. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read)
}

/** The time since `since`, counting; only this text renders again each second. */
export function Elapsed({ since }: { since: number }) {
  return <span className="num">{formatElapsed(useNow() - since)}</span>
}
