import { useSession } from '../../state/store'
import { threadMarks } from '../../threads/thread-marks'
import type { Hue } from '../../ui/badge'

/** The hue of the trunk: ink for the main thread, its own for a fork that is shown as trunk. */
export function useTrunkHue(threadId: string): Hue {
  return useSession((session) => threadMarks(session)[threadId]?.hue ?? 0, 0)
}
