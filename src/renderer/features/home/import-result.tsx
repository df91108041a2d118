import { FileInput } from 'lucide-react'
import type { CommandResult } from '../../../shared/contract/commands'
import { goTo } from '../../state/ui-actions'
import { Button } from '../../ui/button'
import { Dialog, DialogPart } from '../../ui/dialog'
import { plural } from '../../ui/format-count'
import layout from './dialogs.module.css'
import styles from './transcripts.module.css'

export type Imported = CommandResult<'session.import'>

/** What became of a file that could not be read in all its lines. */
export function ImportResult({ imported, onClose }: { imported: Imported; onClose: () => void }) {
  const { sessionId, threads, turns, skippedLines, skipped } = imported
  return (
    <Dialog
      title="Imported"
      icon={<FileInput aria-hidden="true" />}
      onClose={onClose}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            Close
          </Button>
          <span className="grow" />
          <Button tone="primary" data-first-focus onClick={() => goTo({ screen: 'session', sessionId })}>
            Open the session
          </Button>
        </>
      }
    >
      <DialogPart className={layout.fields}>
        <p role="status">
          {plural(threads, 'thread')} with {plural(turns, 'turn')}. {plural(skippedLines, 'line')} could not be read as
          a whole; what stands around them is there.
        </p>
        <section aria-label="Skipped lines">
          <ul className={styles.list}>
            {skipped.map(({ file, line, reason }) => (
              <li key={`${file} ${line}`} className={styles.skipped}>
                <span className="cut">
                  {file}, line {line}
                </span>
                <span className={styles.facts}>{reason}</span>
              </li>
            ))}
            {skippedLines > skipped.length && <li className={styles.note}>and {skippedLines - skipped.length} more</li>}
          </ul>
        </section>
      </DialogPart>
    </Dialog>
  )
}
