import { latePart, ShowPart } from '../../ui/late-part'

/** Most of what it is made of is needed nowhere else. */
const part = latePart(async () => (await import('./palette-menu')).PaletteMenu)

export const fetchPalette = part.fetch

/** Finds an action, a thread or a session by a few letters of its name. */
export function Palette(props: { onClose: () => void }) {
  return <ShowPart part={part} props={props} />
}
