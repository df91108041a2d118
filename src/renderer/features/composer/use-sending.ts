import { useState } from 'react'
import { failureAdvice } from '../../client/failure-advice'
import { failureText } from '../../client/failure-text'
import { appStore } from '../../state/store'
import { announce, showAsTrunk } from '../../state/ui-actions'
import type { Done } from './send-text'
import { keepSent } from './sent-texts'

export interface ComposerProblem {
  text: string
  advice: string | null
  place: 'settings' | null
}

export interface Sending {
  busy: boolean
  problem: ComposerProblem | null
  /** What was done last, in a sentence. */
  said: string | null
  /** Carries `act` out; the text leaves the composer when that succeeded, and only then. */
  send(text: string, act: () => Promise<Done>): void
  /** Says why a text is not sent. */
  refuse(message: string): void
  clear(): void
}

/** Sending from one composer: one thing at a time, and no text is lost. */
export function useSending(threadId: string, write: (text: string) => void): Sending {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ComposerProblem | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const send = async (text: string, act: () => Promise<Done>) => {
    setBusy(true)
    setProblem(null)
    setSaid(null)
    try {
      const { said: saying, branch } = await act()
      if (text.trim() !== '') keepSent(text)
      takeOut(threadId, text, write)
      setSaid(saying)
      if (saying) announce(saying)
      if (branch) showAsTrunk(branch)
    } catch (error) {
      const advice = failureAdvice(error)
      setProblem({ text: failureText(error), advice: advice?.text ?? null, place: advice?.place ?? null })
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    problem,
    said,
    send: (text, act) => void send(text, act),
    refuse: (message) => {
      setSaid(null)
      setProblem({ text: message, advice: null, place: null })
    },
    clear: () => {
      setProblem(null)
      setSaid(null)
    },
  }
}

/** What was written on after sending began stays. */
function takeOut(threadId: string, sent: string, write: (text: string) => void) {
  const now = appStore.getState().ui.drafts[threadId] ?? ''
  if (now === sent) write('')
  else if (now.startsWith(sent)) write(now.slice(sent.length).trimStart())
}
