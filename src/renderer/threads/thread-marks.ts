// What tells threads apart at a glance: a letter and a hue, fixed by the order in which they were made.
import type { Thread } from '../../shared/domain/thread'
import type { SessionView } from '../../shared/projection/session-view'
import type { Hue } from '../ui/badge'

export interface ThreadMark {
  /** A, B, C … through the whole session, so that one letter is one thread; empty for the main thread. */
  letter: string
  /** The hue a thread keeps for life; what is discarded is drawn in `off` all the same, see `shownHue`. */
  hue: Hue
}

/** A prime, so that forks made in groups of any size seldom get the hues of the group before. */
const HUES = 11
const cache = new WeakMap<readonly string[], Record<string, ThreadMark>>()

/** The marks of every thread; computed again only when a thread was added. */
export function threadMarks(session: SessionView): Record<string, ThreadMark> {
  const known = cache.get(session.threadIds)
  if (known) return known
  const marks: Record<string, ThreadMark> = {}
  let ordinal = 0
  for (const id of session.threadIds) {
    const thread = session.threads[id]
    if (!thread) continue
    if (thread.parentId === null) {
      marks[id] = { letter: '', hue: 0 }
      continue
    }
    marks[id] = { letter: letterOf(ordinal), hue: hueOf(ordinal) }
    ordinal += 1
  }
  cache.set(session.threadIds, marks)
  return marks
}

/** The hue a thread is drawn in now. */
export function shownHue(thread: Pick<Thread, 'state'>, mark: ThreadMark | undefined): Hue {
  return thread.state === 'discarded' ? 'off' : (mark?.hue ?? 0)
}

/** The hue of the nth thread that was made beside the main one, from 0. */
export function hueOf(nth: number): Hue {
  return ((nth % HUES) + 1) as Hue
}

/** A to Z, then AA, AB … */
export function letterOf(nth: number): string {
  const letter = String.fromCharCode(65 + (nth % 26))
  return nth < 26 ? letter : letterOf(Math.floor(nth / 26) - 1) + letter
}
