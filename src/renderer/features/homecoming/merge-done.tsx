import { CircleCheck } from 'lucide-react'
import type { Thread } from '../../../shared/domain/thread'
import { Button } from '../../ui/button'
import { Dialog, DialogPart } from '../../ui/dialog'
import { BranchSign } from '../../ui/signs'
import { Notes } from './check-result'
import styles from './homecoming.module.css'
import { doneWords, type MergeResult } from './merge-words'

/** What a merge did: the commit it made, the files, and where what was there before is kept. */
export function MergeDone({ thread, result, onClose }: { thread: Thread; result: MergeResult; onClose: () => void }) {
  const { commit, files, refs, into } = result
  return (
    <Dialog
      title="Merge"
      icon={<BranchSign />}
      className={styles.dialog}
      aside={<span className="cut">{thread.title}</span>}
      onClose={onClose}
      footer={
        <>
          <span className="grow">Its worktree stays until you discard it</span>
          <Button tone="primary" data-first-focus onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <DialogPart className={styles.part}>
        <p className={styles.clean}>
          <CircleCheck aria-hidden="true" />
          {doneWords(result)}
        </p>
        <Notes notes={result.notes} />
        <dl className={styles.facts}>
          {commit !== null && <Fact label="Commit" values={[commit]} />}
          {into.folder !== null && <Fact label="Folder" values={[into.folder]} />}
          {files.length > 0 && <Fact label="Files" values={files} />}
          {refs.length > 0 && <Fact label="Kept at" values={refs} />}
        </dl>
      </DialogPart>
    </Dialog>
  )
}

function Fact({ label, values }: { label: string; values: readonly string[] }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {values.map((value) => (
          <code key={value}>{value}</code>
        ))}
      </dd>
    </div>
  )
}
