import { useState } from 'react'
import { FailureError } from '../../../shared/contract/failure'
import type { Approval, ApprovalScope } from '../../../shared/domain/approval'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { announce } from '../../state/ui-actions'

export interface Answering {
  busy: boolean
  problem: string | null
  allow(approval: Approval, scope: ApprovalScope, input: Record<string, unknown> | null): Promise<void>
  deny(approval: Approval, note: string): Promise<void>
  stop(approval: Approval): Promise<void>
}

/** Answers approvals one at a time; what went wrong stays in view above the next one. */
export function useAnswer(): Answering {
  const host = useHost()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async (said: string, act: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(null)
    try {
      await act()
      announce(said)
    } catch (error) {
      setProblem(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    problem,
    allow: ({ id: approvalId }, scope, input) =>
      run('Allowed.', () =>
        host.call('approval.answer', { approvalId, decision: 'allow', scope, ...(input ? { input } : {}) }),
      ),
    deny: ({ id: approvalId }, note) =>
      run('Denied.', () => host.call('approval.answer', { approvalId, decision: 'deny', ...(note ? { note } : {}) })),
    stop: ({ threadId }) => run('Stopped.', () => host.call('thread.stop', { threadId })),
  }
}

function problemText(error: unknown): string {
  const decided = error instanceof FailureError && error.failure.code === 'approval.decided'
  return decided ? `Your answer came too late. ${error.failure.message}` : failureText(error)
}
