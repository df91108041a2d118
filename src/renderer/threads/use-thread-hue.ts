import type { Thread } from '../../shared/domain/thread'
import { useSession } from '../state/store'
import type { Hue } from '../ui/badge'
import { shownHue, threadMarks } from './thread-marks'

/** The hue a thread of the open session is drawn in now. */
export function useThreadHue(thread: Pick<Thread, 'id' | 'state'>): Hue {
  const mark = useSession((session) => threadMarks(session)[thread.id], undefined)
  return shownHue(thread, mark)
}
