import { useState } from 'react'
import type { CommandInput } from '../../../shared/contract/commands'
import { failureAdvice } from '../../client/failure-advice'
import { failureText } from '../../client/failure-text'
import { ConnectionLostError } from '../../client/host-client'
import { mintId } from '../../client/mint-id'
import { useHost } from '../../client/use-host'

export type StartInput = Omit<CommandInput<'fork.start'>, 'threadIds'>

export interface Starting {
  busy: boolean
  problem: { text: string; advice: string | null } | null
  /** Answers the ids of the new threads, or null when they were not started. */
  start(input: StartInput): Promise<string[] | null>
}

interface Named {
  wanted: string
  threadIds: string[]
}

/**
 * Starts forks under ids this window mints. The same wish keeps its ids until it succeeded, so that pressing again after a lost
 * connection starts nothing twice.
 */
export function useStartForks(): Starting {
  const host = useHost()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Starting['problem']>(null)
  const [named, setNamed] = useState<Named | null>(null)
  const start = async (input: StartInput) => {
    const wanted = JSON.stringify(input)
    const threadIds = named?.wanted === wanted ? named.threadIds : input.directives.map(() => mintId('thread'))
    setNamed({ wanted, threadIds })
    setBusy(true)
    setProblem(null)
    try {
      const answer = await host.call('fork.start', { ...input, threadIds })
      return answer.threadIds
    } catch (error) {
      const advice =
        error instanceof ConnectionLostError ? 'Press again: nothing is started twice.' : failureAdvice(error)?.text
      setProblem({ text: failureText(error), advice: advice ?? null })
      return null
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, start }
}
