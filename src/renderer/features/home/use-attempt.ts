import { useState } from 'react'
import { failureAdvice } from '../../client/failure-advice'
import { failureText } from '../../client/failure-text'

export interface Attempt {
  busy: boolean
  problem: { text: string; advice: string | null } | null
  /** Runs `act`; a failure is kept to be shown where it was tried. Answers whether it succeeded. */
  run(act: () => Promise<void>): Promise<boolean>
  clear(): void
}

/** One thing a person tries at a time, and what came of it. */
export function useAttempt(): Attempt {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Attempt['problem']>(null)
  const run = async (act: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await act()
      return true
    } catch (error) {
      setProblem({ text: failureText(error), advice: failureAdvice(error)?.text ?? null })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, run, clear: () => setProblem(null) }
}
