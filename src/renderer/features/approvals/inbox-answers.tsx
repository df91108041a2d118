import { Button } from '../../ui/button'
import styles from './inbox.module.css'
import { useGrace } from './use-grace'

interface InboxAnswersProps {
  busy: boolean
  onAllow: () => void
  onDeny: () => void
}

/** Yes for once, or no, under all that is asked. For a moment after it was unfolded nothing is answered, as on the card. */
export function InboxAnswers({ busy, onAllow, onDeny }: InboxAnswersProps) {
  const { armed, mayAct } = useGrace('unfolded')
  const inert = armed && !busy ? undefined : true
  const act = (what: () => void) => () => {
    if (mayAct() && !busy) what()
  }
  return (
    <div className={styles.answers}>
      <Button small tone="primary" aria-disabled={inert} onClick={act(onAllow)}>
        Allow once
      </Button>
      <Button small tone="danger" aria-disabled={inert} onClick={act(onDeny)}>
        Deny
      </Button>
      <span className={styles.sub}>To edit it or to allow more, review it in its session.</span>
    </div>
  )
}
