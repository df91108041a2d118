import { TriangleAlert } from 'lucide-react'
import { Button } from '../../ui/button'
import { Dialog, DialogPart } from '../../ui/dialog'
import styles from './changes-tab.module.css'

interface DiscardDialogProps {
  title: string
  /** What exists nowhere else, a line each. */
  loss: readonly string[]
  onClose: () => void
  onConfirm: () => void
}

/** The second yes before a worktree with work in it is put away. */
export function DiscardDialog({ title, loss, onClose, onConfirm }: DiscardDialogProps) {
  return (
    <Dialog
      title={`Discard “${title}”?`}
      icon={<TriangleAlert aria-hidden="true" />}
      onClose={onClose}
      footer={
        <>
          <span className="grow" />
          <Button data-first-focus onClick={onClose}>
            Cancel
          </Button>
          <Button tone="danger" onClick={onConfirm}>
            Discard all of this
          </Button>
        </>
      }
    >
      <DialogPart>
        <p>This worktree holds work that exists nowhere else:</p>
        <ul className={styles.loss}>
          {loss.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className={styles.against}>
          Its folder is not deleted: it is moved to <code>rescued/</code> in Tine’s data folder and kept there.
        </p>
      </DialogPart>
    </Dialog>
  )
}
