import { Inbox as InboxIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Approval } from '../../../shared/domain/approval'
import { useApp } from '../../state/store'
import { goTo, showApproval } from '../../state/ui-actions'
import { Button } from '../../ui/button'
import { Dialog, DialogPart } from '../../ui/dialog'
import { useNow } from '../../ui/elapsed'
import { formatAge } from '../../ui/format-time'
import { ProblemNote } from '../../ui/problem-note'
import { decisionWords } from './approval-words'
import { callSummary } from './call-summary'
import { CallIcon } from './call-view'
import styles from './inbox.module.css'
import { toolWords } from './tool-words'
import { useInbox } from './use-inbox'

/** All approvals of all sessions: the open ones, oldest first, and what was decided lately and by whom. */
export function ApprovalInbox({ onClose }: { onClose: () => void }) {
  const { open, decided, problem } = useInbox()
  return (
    <Dialog title="Inbox" icon={<InboxIcon aria-hidden="true" />} onClose={onClose} className={styles.inbox}>
      {problem && (
        <DialogPart>
          <ProblemNote>{problem}</ProblemNote>
        </DialogPart>
      )}
      <DialogPart>
        <h3 className={styles.head}>Open</h3>
        {open === null && <p aria-busy="true">Reading…</p>}
        {open?.length === 0 && <p className={styles.none}>Nothing waits for you.</p>}
        <ul>
          {open?.map((approval) => (
            <Entry key={approval.id} approval={approval}>
              <Button small tone="wait" onClick={() => review(approval)}>
                Review
              </Button>
            </Entry>
          ))}
        </ul>
      </DialogPart>
      {decided && decided.length > 0 && (
        <DialogPart>
          <h3 className={styles.head}>Decided lately</h3>
          <ul>
            {decided.map((approval) => (
              <Entry key={approval.id} approval={approval} />
            ))}
          </ul>
        </DialogPart>
      )}
    </Dialog>
  )
}

function review(approval: Approval) {
  goTo({ screen: 'session', sessionId: approval.sessionId })
  showApproval(approval.id)
}

function Entry({ approval, children }: { approval: Approval; children?: ReactNode }) {
  const nowMs = useNow()
  const session = useApp(({ view }) => view.sessions?.find((each) => each.id === approval.sessionId)?.title)
  const thread = useApp(({ view }) => view.session?.threads[approval.threadId]?.title)
  const isOpen = approval.state === 'open'
  return (
    <li className={styles.entry}>
      <CallIcon tool={approval.tool} />
      <span className={styles.words}>
        <span className="cut">
          <b>{toolWords(approval.tool)}</b> <code>{callSummary(approval.tool, approval.input)}</code>
        </span>
        <span className={`${styles.sub} cut`}>
          {[session, thread].filter(Boolean).join(' · ')}
          {!isOpen && (
            <>
              {' · '}
              <span data-state={approval.state}>{decisionWords(approval)}</span>
              {approval.note && `: “${approval.note}”`}
            </>
          )}
        </span>
      </span>
      <span className={`${styles.sub} num`}>{formatAge(approval.decidedAt ?? approval.createdAt, nowMs)}</span>
      {children}
    </li>
  )
}
