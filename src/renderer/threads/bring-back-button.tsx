import { CornerDownLeft } from 'lucide-react'
import type { Thread } from '../../shared/domain/thread'
import { openDialog } from '../state/ui-actions'
import { Button } from '../ui/button'

/** Opens what brings a thread's result home. */
export function BringBackButton({ thread, small = true }: { thread: Pick<Thread, 'id' | 'title'>; small?: boolean }) {
  return (
    <Button
      small={small}
      icon={<CornerDownLeft />}
      title={`Brings the result of ${thread.title} home`}
      onClick={() => openDialog({ kind: 'bring-back', threadId: thread.id })}
    >
      Bring back
    </Button>
  )
}
