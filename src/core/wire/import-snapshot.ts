// The snapshot of what was said elsewhere: nothing was ever sent from here, so that it has no prompt and no tools.
import { renderSnapshot } from './wire-snapshot'

/** Stands for the first epoch of an imported conversation, until its first request here is rendered. It is never sent. */
export const IMPORT_SNAPSHOT: string = renderSnapshot({ model: 'imported', max_tokens: 0, system: [], tools: [] })

/** Whether a snapshot only stands for what was said elsewhere. */
export function isImportSnapshot({ text }: { text: string }): boolean {
  return text === IMPORT_SNAPSHOT
}
