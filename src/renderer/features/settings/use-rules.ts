import { useEffect, useRef, useState } from 'react'
import type { CommandResult } from '../../../shared/contract/commands'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'

export type Rules = CommandResult<'permission.rules'>
export type Tested = CommandResult<'permission.test'>

interface State {
  rules: Rules | null
  tested: Tested | null
  problem: string | null
}

const NOTHING: State = { rules: null, tested: null, problem: null }

/** The rules of a project as they are now, and what they say of a call. */
export function useRules(projectId: string) {
  const host = useHost()
  const [state, setState] = useState<State>(NOTHING)
  // Only the answer to what was asked last counts.
  const asked = useRef(0)
  useEffect(() => {
    let gone = false
    asked.current += 1
    setState(NOTHING)
    host.call('permission.rules', { projectId }).then(
      (rules) => gone || setState((before) => ({ ...before, rules })),
      (error: unknown) => gone || setState((before) => ({ ...before, problem: failureText(error) })),
    )
    return () => {
      gone = true
    }
  }, [host, projectId])

  const forget = () => {
    asked.current += 1
    setState((before) => ({ ...before, tested: null, problem: null }))
  }
  const test = async (call: { tool: string; input: Record<string, unknown> }) => {
    const mine = ++asked.current
    try {
      const [rules, tested] = await Promise.all([
        host.call('permission.rules', { projectId }),
        host.call('permission.test', { projectId, ...call }),
      ])
      if (mine === asked.current) setState({ rules, tested, problem: null })
    } catch (error) {
      if (mine === asked.current) setState((before) => ({ ...before, tested: null, problem: failureText(error) }))
    }
  }
  return { ...state, test, forget }
}
