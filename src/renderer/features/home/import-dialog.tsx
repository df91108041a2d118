import { latePart, ShowPart } from '../../ui/late-part'

const part = latePart(async () => (await import('./import-form')).ImportForm)

/** Makes a session of a file. */
export function ImportDialog(props: { projectId: string | null; onClose: () => void }) {
  return <ShowPart part={part} props={props} />
}
