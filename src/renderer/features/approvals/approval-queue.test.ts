import { describe, expect, it } from 'vitest'
import type { Approval } from '../../../shared/domain/approval'
import { neighbourOf, openQueue, shownOf } from './approval-queue'

function approval(n: number, over: Partial<Approval> = {}): Approval {
  const digits = String(n).padStart(26, '0')
  return {
    id: `apr_${digits}`,
    sessionId: `ses_${digits}`,
    threadId: `thr_${digits}`,
    turnId: `trn_${digits}`,
    toolUseId: `toolu_${n}`,
    tool: 'bash',
    input: { command: 'ls' },
    folder: '/p',
    reason: { rule: null, source: 'mode', text: 'commands are asked' },
    offers: { thread: 'bash(ls)', session: 'bash(ls)', project: 'bash(ls)' },
    state: 'open',
    decidedBy: null,
    scope: null,
    note: null,
    createdAt: n,
    decidedAt: null,
    ...over,
  }
}

const ids = (queue: Approval[]) => queue.map((one) => one.createdAt)

describe('the queue', () => {
  it('holds what is open, oldest first, whatever order it came in', () => {
    const queue = openQueue([approval(3), approval(1), approval(2, { state: 'allowed' })])
    expect(ids(queue)).toEqual([1, 3])
  })

  it('shows the oldest first and stays where it is when others arrive', () => {
    const queue = openQueue([approval(5), approval(7)])
    expect(shownOf(queue, null)).toMatchObject({ place: 1, total: 2, approval: { createdAt: 5 } })
    const later = openQueue([approval(1), approval(5), approval(7)])
    expect(shownOf(later, approval(5).id)).toMatchObject({ place: 2, total: 3, approval: { createdAt: 5 } })
  })

  it('goes to the one that followed after an answer, and to the oldest after the last', () => {
    const rest = openQueue([approval(1), approval(3)])
    expect(shownOf(rest, approval(2).id, 2)).toMatchObject({ place: 2, approval: { createdAt: 3 } })
    expect(shownOf(rest, approval(4).id, 3)).toMatchObject({ place: 1, approval: { createdAt: 1 } })
    expect(shownOf([], approval(1).id, 1)).toBeNull()
  })

  it('has neighbours but at its ends', () => {
    const queue = openQueue([approval(1), approval(2)])
    expect(neighbourOf(queue, approval(1).id, 1)).toBe(approval(2).id)
    expect(neighbourOf(queue, approval(1).id, -1)).toBeNull()
    expect(neighbourOf(queue, approval(9).id, 1)).toBeNull()
  })
})
