import { useEffect, useState } from 'react'
import type { Thread } from '../../shared/domain/thread'
import { failureText } from '../client/failure-text'
import { useHost } from '../client/use-host'
import { usePast } from '../ui/use-past'
import { hasWarmth, wakeWords } from './warmth'

/** Typing settles for this long before the price is asked again; the first one is asked for at once. */
const SETTLE_MS = 400

interface Asked {
  threadId: string
  words: string | null
}

/**
 * What it costs to wake a resting thread that is cold, in words; null while it is warm, runs, or is too short to matter.
 *
 * @param text what is about to be sent; it is part of the price
 * @param wanted whether the price is shown at all; when not, the host is not asked
 */
export function useWakeWords(thread: Thread, text = '', wanted = true): string | null {
  const host = useHost()
  const cold = usePast(wanted && hasWarmth(thread) ? thread.warmUntil : null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const said = asked?.threadId === thread.id ? asked.words : null
  const delayMs = asked ? SETTLE_MS : 0
  const { id: threadId, steps } = thread
  // biome-ignore lint/correctness/useExhaustiveDependencies: the delay is no reason to ask again; what the thread did since is
  useEffect(() => {
    if (!cold) return setAsked(null)
    let overtaken = false
    const timer = setTimeout(async () => {
      let words: string | null
      try {
        const input = text.trim() === '' ? { threadId } : { threadId, text }
        words = wakeWords(await host.call('thread.forecast', input))
      } catch (error) {
        words = `cold: its price is not known, ${failureText(error)}`
      }
      if (!overtaken) setAsked({ threadId, words })
    }, delayMs)
    return () => {
      overtaken = true
      clearTimeout(timer)
    }
  }, [host, threadId, steps, cold, text])
  return cold ? said : null
}
