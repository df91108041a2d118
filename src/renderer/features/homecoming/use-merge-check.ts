import { useEffect, useState } from 'react'
import type { CommandInput } from '../../../shared/contract/commands'
import { useHost } from '../../client/use-host'
import { type Check, conflictsOf } from './merge-words'

type MergeInput = CommandInput<'worktree.merge'>

/** Typing settles for this long before the host is asked. */
const SETTLE_MS = 250

/**
 * Has a merge checked for conflicts, and again whenever what is chosen changes; nothing is touched by it. Answers that were
 * overtaken are dropped, so that what is shown is always about what is chosen.
 *
 * @param input null: there is nothing to check
 * @param stamp another text for each state of the files
 */
export function useMergeCheck(input: MergeInput | null, stamp: string): Check {
  const host = useHost()
  const [answer, setAnswer] = useState<{ key: string; check: Check } | null>(null)
  const wanted = input === null ? null : JSON.stringify(input)
  const key = `${stamp} ${wanted}`
  const delayMs = answer === null ? 0 : SETTLE_MS
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state of the files is why it is asked again; the delay is no reason
  useEffect(() => {
    if (wanted === null) return
    let overtaken = false
    const put = (check: Check) => {
      if (!overtaken) setAnswer({ key, check })
    }
    const timer = setTimeout(async () => {
      try {
        const result = await host.call('worktree.merge', { ...(JSON.parse(wanted) as MergeInput), check: true })
        put({ kind: 'clean', result })
      } catch (error) {
        const conflicts = conflictsOf(error)
        put(conflicts ? { kind: 'conflict', ...conflicts } : { kind: 'failed', error })
      }
    }, delayMs)
    return () => {
      overtaken = true
      clearTimeout(timer)
    }
  }, [host, key])
  if (wanted === null) return { kind: 'none' }
  return answer?.key === key ? answer.check : { kind: 'checking' }
}
