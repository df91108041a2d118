import type { Thread } from '../../../shared/domain/thread'
import { useCommand } from '../../state/use-command'
import { Button } from '../../ui/button'
import { Kbd } from '../../ui/kbd'
import { StopSign } from '../../ui/signs'
import { AttachButton } from './attach-button'
import type { GivenFile } from './attach-files'
import styles from './composer.module.css'

interface ComposerFootProps {
  thread: Thread
  hint: string
  live: boolean
  steer: boolean
  onSteer: (steer: boolean) => void
  canSend: boolean
  onGiven: (given: GivenFile[]) => void
  onFork: () => void
}

/** What happens to the text, and the buttons that let it happen. */
export function ComposerFoot({ thread, hint, live, steer, onSteer, canSend, onGiven, onFork }: ComposerFootProps) {
  const command = useCommand()
  return (
    <div className={styles.foot}>
      <AttachButton disabled={thread.state === 'discarded'} onGiven={onGiven} />
      <span className={`${styles.hint} cut`} role="status">
        {hint}
      </span>
      <span className="grow" />
      {live && (
        <>
          <Button
            tone="ghost"
            small
            aria-pressed={steer}
            title="Read after the next tool instead of in a turn of its own"
            onClick={() => onSteer(!steer)}
          >
            Steer
          </Button>
          <Button
            small
            icon={<StopSign />}
            aria-keyshortcuts="Control+."
            onClick={() => void command('It was not stopped', 'turn.interrupt', { threadId: thread.id })}
          >
            Stop
          </Button>
        </>
      )}
      <Button tone="ghost" small disabled={!canSend} aria-keyshortcuts="Control+Enter" onClick={onFork}>
        Send as fork <Kbd keys="Mod+Enter" />
      </Button>
      <Button tone="primary" small submit disabled={!canSend} aria-keyshortcuts="Enter">
        Send <Kbd keys="Enter" />
      </Button>
    </div>
  )
}
