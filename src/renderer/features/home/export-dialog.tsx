import { latePart, ShowPart } from '../../ui/late-part'

const part = latePart(async () => (await import('./export-form')).ExportForm)

/** Writes the session on show to a file. */
export function ExportDialog(props: { onClose: () => void }) {
  return <ShowPart part={part} props={props} />
}
