import { Inbox as InboxIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Approval } from '../../../shared/domain/approval'
import { goTo, showApproval } from '../../state/ui-actions'
import { Button } from '../../ui/button'
import { Dialog, DialogPart } from '../../ui/dialog'
import { ProblemNote } from '../../ui/problem-note'
import styles from './inbox.module.css'
import { InboxAnswers } from './inbox-answers'
import { InboxEntry } from './inbox-entry'
import { useAnswer } from './use-answer'
import { useInbox } from './use-inbox'

/** All approvals of all sessions: the open ones, oldest first, to be answered here, and what was decided lately and by whom. */
export function ApprovalInbox({ onClose }: { onClose: () => void }) {
  const { open, decided, askers, problem, refresh } = useInbox()
  const answering = useAnswer()
  const answer = (act: Promise<void>) => void act.then(refresh)
  const list = useRef<HTMLUListElement>(null)
  // An answered question goes, and the button that had the focus with it: the next question has it, else the dialog’s own button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever the list is another
  useEffect(() => {
    if (document.activeElement !== document.body) return
    const next = list.current?.querySelector('button') ?? list.current?.closest('dialog')?.querySelector('button')
    next?.focus()
  }, [open])
  return (
    <Dialog title="Inbox" icon={<InboxIcon aria-hidden="true" />} onClose={onClose} className={styles.inbox}>
      {(problem ?? answering.problem) && (
        <DialogPart>
          <ProblemNote>{problem ?? answering.problem}</ProblemNote>
        </DialogPart>
      )}
      <DialogPart>
        <h3 className={styles.head}>Open{open && open.length > 0 && <span className="num"> · {open.length}</span>}</h3>
        {open === null && <p aria-busy="true">Reading…</p>}
        {open?.length === 0 && (
          <p className={styles.none}>
            Nothing waits for you. What a thread wants to do and no rule allows is asked here, with who asks and why; A
            brings up the oldest question.
          </p>
        )}
        <ul ref={list}>
          {open?.map((approval) => (
            <InboxEntry
              key={approval.id}
              approval={approval}
              asker={askers.get(approval.threadId)}
              action={
                <Button small tone="wait" onClick={() => review(approval)}>
                  Review
                </Button>
              }
            >
              <InboxAnswers
                busy={answering.busy}
                onAllow={() => answer(answering.allow(approval, 'once', null))}
                onDeny={() => answer(answering.deny(approval, ''))}
              />
            </InboxEntry>
          ))}
        </ul>
      </DialogPart>
      {decided && decided.length > 0 && (
        <DialogPart>
          <h3 className={styles.head}>Decided lately</h3>
          <ul>
            {decided.map((approval) => (
              <InboxEntry key={approval.id} approval={approval} asker={askers.get(approval.threadId)} />
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
