import { useEffect, useState } from 'react'
import type { Thread } from '../../shared/domain/thread'
import { failureText } from '../client/failure-text'
import { useHost } from '../client/use-host'
import { announce } from '../state/ui-actions'
import { useCommand } from '../state/use-command'
import { Button } from '../ui/button'
import { PlaySign } from '../ui/signs'
import { startNowWords } from './start-now-words'

interface StartNowProps {
  thread: Thread
  className?: string | undefined
}

/** Lets a sibling that waits for its leader go, and says beforehand by how much that is dearer. */
export function StartNow({ thread, className }: StartNowProps) {
  const run = useCommand()
  const [busy, setBusy] = useState(false)
  const { words, title } = useHastePrice(thread.id)
  const start = async () => {
    setBusy(true)
    const done = await run(`${thread.title} could not be started`, 'thread.startNow', { threadId: thread.id })
    setBusy(false)
    if (done) announce(`${thread.title} started.`)
  }
  return (
    <Button small className={className} icon={<PlaySign />} title={title} disabled={busy} onClick={() => void start()}>
      {words}
    </Button>
  )
}

function useHastePrice(threadId: string) {
  const host = useHost()
  const [said, setSaid] = useState(startNowWords(null))
  useEffect(() => {
    let overtaken = false
    host.call('thread.forecast', { threadId }).then(
      ({ startNow }) => {
        if (!overtaken) setSaid(startNowWords(startNow))
      },
      (error: unknown) => {
        if (!overtaken) setSaid({ ...startNowWords(null), title: `Its price is not known: ${failureText(error)}` })
      },
    )
    return () => {
      overtaken = true
    }
  }, [host, threadId])
  return said
}
