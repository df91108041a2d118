import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Approval, ApprovalAsker } from '../../../shared/domain/approval'
import { useApp } from '../../state/store'
import { ThreadBadge } from '../../threads/thread-badge'
import { editableText } from '../../transcript/edited-input'
import { InputChanges } from '../../transcript/input-changes'
import { useNow } from '../../ui/elapsed'
import { formatAge } from '../../ui/format-time'
import { askerWords, decisionWords } from './approval-words'
import { callSummary } from './call-summary'
import { CallIcon, CallView } from './call-view'
import { CardFacts } from './card-facts'
import styles from './inbox.module.css'
import { toolWords } from './tool-words'

interface InboxEntryProps {
  approval: Approval
  asker: ApprovalAsker | undefined
  /** What can be done with it while it is folded. */
  action?: ReactNode
  /** And under all of it, once it is unfolded. */
  children?: ReactNode
}

/** One question in a line, or unfolded with all that is asked: nobody answers what they have not seen. */
export function InboxEntry({ approval, asker, action, children }: InboxEntryProps) {
  const [shown, setShown] = useState(false)
  const detailId = useId()
  const nowMs = useNow()
  const session = useApp(({ view }) => view.sessions?.find((each) => each.id === approval.sessionId)?.title)
  const isOpen = approval.state === 'open'
  return (
    <li className={styles.entry}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.unfold}
          aria-expanded={shown}
          aria-controls={shown ? detailId : undefined}
          onClick={() => setShown(!shown)}
        >
          {shown ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
          <CallIcon tool={approval.tool} />
          <span className={styles.words}>
            <span className="cut">
              <b>{toolWords(approval.tool)}</b> <code>{callSummary(approval.tool, approval.input)}</code>
            </span>
            <span className={`${styles.sub} cut`}>
              <ThreadBadge threadId={approval.threadId} /> {askerWords(approval, asker, session)}
              {!isOpen && (
                <>
                  {' · '}
                  <span data-state={approval.state}>{decisionWords(approval)}</span>
                  {approval.originalInput !== undefined && ' · edited'}
                  {approval.note && `: “${approval.note}”`}
                </>
              )}
            </span>
          </span>
          <span className={`${styles.sub} num`}>{formatAge(approval.decidedAt ?? approval.createdAt, nowMs)}</span>
        </button>
        {action}
      </div>
      {shown && (
        <div id={detailId} className={styles.detail}>
          {approval.originalInput === undefined ? (
            <CallView tool={approval.tool} input={approval.input} />
          ) : (
            <InputChanges
              before={editableText(approval.tool, approval.originalInput)}
              after={editableText(approval.tool, approval.input)}
              words="What you changed"
            />
          )}
          <CardFacts approval={approval} directive={asker?.directive ?? null} />
          {children}
        </div>
      )}
    </li>
  )
}
