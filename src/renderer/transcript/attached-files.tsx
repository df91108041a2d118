import { useState } from 'react'
import type { Attachment } from '../../shared/domain/attachment'
import { useAttachmentImage } from '../client/use-attachment-image'
import styles from './attached-files.module.css'
import { AttachedText } from './attached-text'
import { AttachmentIcon } from './attachment-icon'
import { attachmentSize, attachmentWords } from './attachment-words'
import { Lightbox } from './lightbox'

/** What went with a message: pictures to look at, everything else by its name. */
export function AttachedFiles({ files }: { files: readonly Attachment[] }) {
  return (
    <ul className={styles.files} aria-label="Attachments">
      {files.map((file) => (
        <li key={file.id}>{file.kind === 'image' ? <Picture file={file} /> : <FileChip file={file} />}</li>
      ))}
    </ul>
  )
}

function FileChip({ file }: { file: Attachment }) {
  const [open, setOpen] = useState(false)
  const inside = (
    <>
      <AttachmentIcon kind={file.kind} />
      <span className="cut">{file.name}</span>
      <span className={styles.size}>{attachmentSize(file)}</span>
    </>
  )
  const title = `${file.name} · ${attachmentWords(file)}`
  if (file.kind === 'document')
    return (
      <span className={styles.chip} title={title}>
        {inside}
      </span>
    )
  return (
    <>
      <button type="button" className={styles.chip} title={title} onClick={() => setOpen(true)}>
        {inside}
      </button>
      {open && <AttachedText file={file} onClose={() => setOpen(false)} />}
    </>
  )
}

function Picture({ file }: { file: Attachment }) {
  const { image, problem } = useAttachmentImage(file.id)
  const [open, setOpen] = useState(false)
  // Its place is kept while it is read, so that nothing beneath it moves.
  if (image === null) return <p className={styles.waiting}>{problem ?? `Reading ${file.name}…`}</p>
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        title={`${file.name} · ${attachmentWords(file)}`}
        onClick={() => setOpen(true)}
      >
        <img src={image} alt={file.name} />
      </button>
      {open && <Lightbox name={file.name} image={image} words={attachmentWords(file)} onClose={() => setOpen(false)} />}
    </>
  )
}
