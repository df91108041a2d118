import { type Chosen, isAll } from '../state/picks'
import { plural } from '../ui/format-count'

/** What of a thread's changes goes home: `all 5 files`, `3 of 5 files, 1 of them in part`. */
export function takenWords(chosen: Chosen): string {
  const { whole, parts, left } = chosen
  const taken = whole.length + parts.length
  if (isAll(chosen)) return taken === 1 ? 'its one file' : `all ${plural(taken, 'file')}`
  const partly = parts.length > 0 ? `, ${parts.length} of them in part` : ''
  return `${taken.toLocaleString('en-US')} of ${plural(taken + left.length, 'file')}${partly}`
}
