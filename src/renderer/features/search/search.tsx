import { latePart, ShowPart } from '../../ui/late-part'

const part = latePart(async () => (await import('./search-dialog')).SearchDialog)

export const fetchSearch = part.fetch

/** Finds words in everything that was said, and leads there. */
export function Search(props: { begin?: string | undefined; onClose: () => void }) {
  return <ShowPart part={part} props={props} />
}
