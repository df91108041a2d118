// What is offered of a sibling that waits for its leader. Pure.
import type { CommandResult } from '../../shared/contract/commands'
import { formatMoney } from '../ui/format-money'

const WHY = 'It waits for its sibling to write what they share, and would then only read it.'

/** `Start now, costs $0.021`; without a price where the model has none, or nobody has told one. */
export function startNowWords(startNow: CommandResult<'thread.forecast'>['startNow']): {
  words: string
  title: string
} {
  const nanoUsd = startNow?.nanoUsd ?? null
  if (nanoUsd === null) return { words: 'Start now', title: `${WHY} Started now, it writes that itself.` }
  const price = formatMoney(nanoUsd)
  return { words: `Start now, costs ${price}`, title: `${WHY} Started now, it writes that itself: ${price} more.` }
}
