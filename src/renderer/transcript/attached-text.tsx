import { useEffect, useState } from 'react'
import type { Attachment } from '../../shared/domain/attachment'
import { failureText } from '../client/failure-text'
import { useHost } from '../client/use-host'
import { Dialog, DialogPart } from '../ui/dialog'
import styles from './attached-text.module.css'
import { attachmentWords } from './attachment-words'

/** What a message took along of a file or a folder, as the model got it. */
export function AttachedText({ file, onClose }: { file: Attachment; onClose: () => void }) {
  const host = useHost()
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    let wanted = true
    host.call('attachment.read', { attachmentId: file.id }).then(
      (read) => wanted && setText(read.text ?? ''),
      (error) => wanted && setText(failureText(error)),
    )
    return () => {
      wanted = false
    }
  }, [host, file.id])
  return (
    <Dialog title={file.name} onClose={onClose} className={styles.box} aside={<span>{attachmentWords(file)}</span>}>
      <DialogPart>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
        <section className={styles.text} tabIndex={0} aria-label={`Text of ${file.name}`}>
          {text ?? 'Reading…'}
        </section>
      </DialogPart>
    </Dialog>
  )
}
