import { type FormEvent, useState } from 'react'
import type { Thread } from '../../../shared/domain/thread'
import { failureAdvice } from '../../client/failure-advice'
import { failureText } from '../../client/failure-text'
import { mintId } from '../../client/mint-id'
import { useHost } from '../../client/use-host'
import { announce } from '../../state/ui-actions'
import { WakeNote } from '../../threads/warmth-notes'
import { Button } from '../../ui/button'
import { ProblemNote } from '../../ui/problem-note'
import { PlaySign } from '../../ui/signs'
import styles from './inspector.module.css'

/** Takes a thread up where it stood: as it was, or with a further question. */
export function ResumeBar({ thread }: { thread: Thread }) {
  const host = useHost()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const resume = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const question = text.trim() === '' ? {} : { text }
      await host.call('thread.resume', { threadId: thread.id, turnId: mintId('turn'), ...question })
      setText('')
      announce('Resumed.')
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.resume} aria-label="Resume" onSubmit={(event) => void resume(event)}>
      {problem !== null && <ProblemNote advice={failureAdvice(problem)?.text}>{failureText(problem)}</ProblemNote>}
      <WakeNote thread={thread} text={text} />
      <div className={styles.resumeLine}>
        <input
          className={styles.question}
          aria-label="Further question"
          placeholder="A further question, or nothing to go on where it stood"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button submit icon={<PlaySign />} disabled={busy}>
          Resume
        </Button>
      </div>
    </form>
  )
}
