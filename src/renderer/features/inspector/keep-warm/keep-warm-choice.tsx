import { Flame } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import type { Thread } from '../../../../shared/domain/thread'
import { announce } from '../../../state/ui-actions'
import { useCommand } from '../../../state/use-command'
import { Button } from '../../../ui/button'
import { ProblemNote } from '../../../ui/problem-note'
import styles from './keep-warm.module.css'
import { OFFERED_MINUTES, priceWords, spanWords } from './keep-warm-words'
import { useKeepWarmPrices } from './use-keep-warm-prices'

/** Opens the choice for how long to keep a thread warm, each time with its price. */
export function KeepWarmChoice({ thread }: { thread: Thread }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button small icon={<Flame />} title="Keeps what it sent last in the provider’s cache, at a price">
          Keep warm…
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles.choice}
          side="top"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Keep warm"
        >
          <Times thread={thread} onChosen={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Times({ thread, onChosen }: { thread: Thread; onChosen: () => void }) {
  const run = useCommand()
  const { prices, problem } = useKeepWarmPrices(thread.id)
  const [busy, setBusy] = useState(false)
  const keep = async (minutes: number) => {
    setBusy(true)
    const done = await run('The thread is not kept warm', 'thread.keepWarm', { threadId: thread.id, minutes })
    setBusy(false)
    onChosen()
    if (done) announce(`Kept warm for ${spanWords(minutes)}.`)
  }
  return (
    <>
      <h3>Keep warm</h3>
      <p>
        Before its cache entry expires, the last request is sent again without an answer. That ends by itself, when you
        write, and when the app closes.
      </p>
      {problem && <ProblemNote>{problem}</ProblemNote>}
      {!problem && !prices && <p aria-busy="true">Asking for the price…</p>}
      {prices && (
        <ul className={styles.times}>
          {prices.map((price, at) => {
            const minutes = OFFERED_MINUTES[at] ?? 0
            return (
              <li key={minutes}>
                <button
                  type="button"
                  className={styles.time}
                  disabled={busy || price.refreshes === 0}
                  onClick={() => void keep(minutes)}
                >
                  <b>For {spanWords(minutes)}</b>
                  <span className="num">{priceWords(price)}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
