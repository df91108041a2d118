import { CornerDownLeft } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Thread } from '../../../shared/domain/thread'
import { failureAdvice } from '../../client/failure-advice'
import { failureText } from '../../client/failure-text'
import { ThreadBadge } from '../../threads/thread-badge'
import { Button } from '../../ui/button'
import { RadioGroup } from '../../ui/choice'
import { Dialog, DialogPart } from '../../ui/dialog'
import { TextAreaField } from '../../ui/field'
import { formatClock } from '../../ui/format-time'
import { Kbd } from '../../ui/kbd'
import { ProblemNote } from '../../ui/problem-note'
import { CheckResult } from './check-result'
import styles from './homecoming.module.css'
import { MODES, modeBar, modeHint } from './merge-words'
import { additionWords } from './report-size'
import { TakenPart } from './taken-part'
import { TurnChoice } from './turn-choice'
import { type BringBack, useBringBack } from './use-bring-back'
import { useHome } from './use-home'

/** Gives a thread's result to its parent as one item: the report, chosen turns, and the files. */
export function BringBackDialog({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const home = useHome(thread)
  const bring = useBringBack(thread, home.name, onClose)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (bring.ready) void bring.run()
  }
  return (
    <Dialog
      title="Bring back"
      icon={<CornerDownLeft aria-hidden="true" />}
      className={styles.dialog}
      aside={
        <span className={styles.who}>
          <ThreadBadge threadId={thread.id} />
          <span className="cut">{thread.title}</span>
          <span className={styles.quiet}>to {home.name}</span>
        </span>
      }
      onClose={onClose}
      footer={
        <>
          <span className="grow">{additionWords(home.name, bring.tokens, bring.turnIds.length)}</span>
          <Button tone="ghost" onClick={onClose}>
            Cancel <Kbd keys="Escape" />
          </Button>
          <Button
            tone="primary"
            disabled={!bring.ready}
            aria-busy={bring.busy}
            aria-keyshortcuts="Control+Enter"
            onClick={() => void bring.run()}
          >
            Bring back <Kbd keys="Mod+Enter" />
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a key that works in every field of the dialog */}
      <div onKeyDown={onKeyDown}>
        <DialogPart>
          <TextAreaField
            label="Report"
            aside={<span className={styles.quiet}>{reportHint(thread, home.name)}</span>}
            rows={7}
            data-first-focus=""
            aria-busy={bring.report === null}
            placeholder={bring.report === null ? 'Reading what it said last…' : 'Nothing is reported'}
            value={bring.report ?? ''}
            onChange={(event) => bring.write(event.target.value)}
          />
        </DialogPart>
        {bring.turns.length > 0 && (
          <DialogPart>
            <TurnChoice turns={bring.turns} chosen={bring.turnIds} onChange={bring.chooseTurns} />
          </DialogPart>
        )}
        <DialogPart className={styles.part}>
          <FilesPart thread={thread} bring={bring} />
        </DialogPart>
        {bring.problem !== null && (
          <DialogPart>
            <ProblemNote advice={failureAdvice(bring.problem)?.text}>{failureText(bring.problem)}</ProblemNote>
          </DialogPart>
        )}
      </div>
    </Dialog>
  )
}

function reportHint({ broughtBackAt }: Thread, parent: string): string {
  const before = broughtBackAt === null ? '' : `; brought back before, ${formatClock(broughtBackAt, Date.now())}`
  return `what ${parent} will read, yours to edit${before}`
}

function FilesPart({ thread, bring }: { thread: Thread; bring: BringBack }) {
  if (bring.noFiles !== null) {
    return (
      <p className={styles.taken}>
        <span className={styles.label}>Files</span>
        <span className={styles.quiet}>{bring.noFiles}</span>
      </p>
    )
  }
  return (
    <>
      <RadioGroup
        label="Files"
        value={bring.files}
        onChange={bring.chooseFiles}
        options={[
          { value: 'none' as const, label: 'Leave them', hint: 'they stay in its worktree' },
          ...MODES.map(({ value, label }) => {
            const barred = modeBar(value, { partly: bring.partly, intoBranch: false })
            return { value, label, hint: barred ?? modeHint(value, bring.uncommitted), disabled: barred !== null }
          }),
        ]}
      />
      {bring.files !== 'none' && (
        <>
          <TakenPart threadId={thread.id} chosen={bring.chosen} read={bring.read} />
          <CheckResult check={bring.check} />
        </>
      )}
    </>
  )
}
