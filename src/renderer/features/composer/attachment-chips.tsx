import { LoaderCircle, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { useAttachmentImage } from '../../client/use-attachment-image'
import type { Attached } from '../../state/attached-file'
import { AttachmentIcon } from '../../transcript/attachment-icon'
import { attachmentSize, attachmentWords, reducedWords } from '../../transcript/attachment-words'
import { Lightbox } from '../../transcript/lightbox'
import { IconButton } from '../../ui/button'
import { formatBytes } from '../../ui/format-count'
import styles from './attachment-chips.module.css'

interface AttachmentChipsProps {
  attached: readonly Attached[]
  onRemove: (one: Attached) => void
}

/** What is attached to the message being written; nothing where there is nothing. */
export function AttachmentChips({ attached, onRemove }: AttachmentChipsProps) {
  if (attached.length === 0) return null
  return (
    <ul className={styles.chips} aria-label="Attachments of the message">
      {attached.map((one) => (
        <li key={one.id} className={styles.chip} data-bad={one.problem !== null || undefined}>
          <Sign one={one} />
          <span className={styles.words}>
            {/* What is wrong with one names it. */}
            {one.problem === null && (
              <span className={`cut ${styles.name}`} title={one.name}>
                {one.name}
              </span>
            )}
            <span className={one.problem ? styles.problem : styles.size}>{wordsOf(one)}</span>
          </span>
          <IconButton small label={`Remove ${one.name}`} icon={<X size={14} />} onClick={() => onRemove(one)} />
        </li>
      ))}
    </ul>
  )
}

function wordsOf({ attachment, problem, bytes }: Attached): string {
  if (problem) return problem
  if (!attachment) return `${formatBytes(bytes)} · attaching…`
  return [attachmentSize(attachment), reducedWords(attachment), ...attachment.notes]
    .filter((words) => words !== null)
    .join(' · ')
}

function Sign({ one: { id, name, attachment, problem } }: { one: Attached }) {
  const { image } = useAttachmentImage(attachment?.kind === 'image' ? id : null)
  const [open, setOpen] = useState(false)
  if (problem) return <TriangleAlert className={styles.sign} size={16} aria-label="Not attached" />
  if (!attachment) return <LoaderCircle className={`${styles.sign} ${styles.turning}`} size={16} aria-hidden="true" />
  if (image === null)
    return (
      <span className={styles.sign}>
        <AttachmentIcon kind={attachment.kind} />
      </span>
    )
  return (
    <>
      <button type="button" className={styles.thumb} aria-label={`Show ${name}`} onClick={() => setOpen(true)}>
        <img src={image} alt="" />
      </button>
      {open && (
        <Lightbox name={name} image={image} words={attachmentWords(attachment)} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
