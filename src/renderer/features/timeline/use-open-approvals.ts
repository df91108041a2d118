import { useShallow } from 'zustand/react/shallow'
import type { Approval } from '../../../shared/domain/approval'
import { useApp } from '../../state/store'

const NONE: readonly Approval[] = []

/** The open approvals of a thread, oldest first; the same array while they are the same. */
export function useOpenApprovals(threadId: string): readonly Approval[] {
  return useApp(
    useShallow(({ view }) => view.session?.approvals.filter((approval) => approval.threadId === threadId) ?? NONE),
  )
}
