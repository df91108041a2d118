import type { KeyboardEvent } from 'react'
import type { Thread } from '../../../shared/domain/thread'
import { failureAdvice } from '../../client/failure-advice'
import { failureText } from '../../client/failure-text'
import { ThreadBadge } from '../../threads/thread-badge'
import { Button } from '../../ui/button'
import { RadioGroup } from '../../ui/choice'
import { Dialog, DialogPart } from '../../ui/dialog'
import { TextAreaField, TextField } from '../../ui/field'
import { Kbd } from '../../ui/kbd'
import { ProblemNote } from '../../ui/problem-note'
import { BranchSign } from '../../ui/signs'
import { CheckResult } from './check-result'
import styles from './homecoming.module.css'
import { MergeDone } from './merge-done'
import { MODES, mayMerge, modeBar, modeHint } from './merge-words'
import { TakenPart } from './taken-part'
import { useHome } from './use-home'
import { useMerge } from './use-merge'

/** Merges what a thread changed. What is chosen is checked for conflicts as it is chosen; while it conflicts, nothing can be merged. */
export function MergeDialog({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const merge = useMerge(thread)
  const { form, check, done } = merge
  const home = useHome(thread)
  const ready = mayMerge(check) && !merge.busy
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (ready) void merge.run()
  }
  if (done) return <MergeDone thread={thread} result={done} onClose={onClose} />
  return (
    <Dialog
      title="Merge"
      icon={<BranchSign />}
      className={styles.dialog}
      aside={
        <span className={styles.who}>
          <ThreadBadge threadId={thread.id} />
          <span className="cut">{thread.title}</span>
        </span>
      }
      onClose={onClose}
      footer={
        <>
          <span className="grow">Nothing is touched before you merge</span>
          <Button tone="ghost" onClick={onClose}>
            Cancel <Kbd keys="Escape" />
          </Button>
          <Button
            tone="primary"
            disabled={!ready}
            aria-busy={merge.busy}
            aria-keyshortcuts="Control+Enter"
            onClick={() => void merge.run()}
          >
            Merge <Kbd keys="Mod+Enter" />
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a key that works in every field of the dialog */}
      <div onKeyDown={onKeyDown}>
        <DialogPart className={styles.part}>
          <TakenPart threadId={thread.id} chosen={merge.chosen} read={merge.read} />
          <RadioGroup
            label="Mode"
            value={form.mode}
            onChange={(mode) => merge.change({ mode })}
            options={MODES.map(({ value, label }) => {
              const barred = modeBar(value, { partly: merge.partly, intoBranch: form.into === 'branch' })
              return { value, label, hint: barred ?? modeHint(value, merge.uncommitted), disabled: barred !== null }
            })}
          />
          <RadioGroup
            label="Into"
            value={form.into}
            onChange={(into) => merge.change({ into })}
            options={[
              { value: 'parent', label: `${home.name}’s folder`, hint: home.branch ?? home.folder },
              { value: 'branch', label: 'A branch', hint: 'by its name; your checkout stays as it is' },
            ]}
          />
          {form.into === 'branch' && (
            <div className={styles.indented}>
              <TextField
                label="Branch"
                value={form.branch}
                placeholder="main"
                maxLength={250}
                onChange={(event) => merge.change({ branch: event.target.value })}
              />
            </div>
          )}
          {form.mode !== 'patch' && (
            <TextAreaField
              label="Message"
              rows={2}
              value={form.message}
              onChange={(event) => merge.change({ message: event.target.value })}
            />
          )}
        </DialogPart>
        <DialogPart>
          {merge.problem !== null ? (
            <ProblemNote advice={failureAdvice(merge.problem)?.text}>{failureText(merge.problem)}</ProblemNote>
          ) : (
            <CheckResult check={check} />
          )}
        </DialogPart>
      </div>
    </Dialog>
  )
}
