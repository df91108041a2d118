import { useSession } from '../state/store'
import { LetterBadge } from '../ui/badge'
import { shownHue, threadMarks } from './thread-marks'

/** The letter of a thread, in its hue; nothing for the main thread. */
export function ThreadBadge({ threadId }: { threadId: string }) {
  const mark = useSession((session) => threadMarks(session)[threadId], undefined)
  const state = useSession((session) => session.threads[threadId]?.state, undefined)
  if (!mark?.letter || !state) return null
  return <LetterBadge letter={mark.letter} hue={shownHue({ state }, mark)} />
}
