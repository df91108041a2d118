import { FileText, Folder, Image, NotebookText } from 'lucide-react'
import type { AttachmentFacts } from '../../shared/domain/attachment'

const ICONS = { image: Image, document: NotebookText, text: FileText, folder: Folder }

/** The sign of a kind of attachment. */
export function AttachmentIcon({ kind }: Pick<AttachmentFacts, 'kind'>) {
  const Icon = ICONS[kind]
  return <Icon size={14} aria-hidden="true" />
}
