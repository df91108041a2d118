import { useState } from 'react'
import type { CommandInput } from '../../../shared/contract/commands'
import type { Thread } from '../../../shared/domain/thread'
import { useHost } from '../../client/use-host'
import { type Chosen, chosenInput, isAll, isNothing } from '../../state/picks'
import { tell } from '../../state/ui-actions'
import type { ReadWorktree } from '../../threads/use-worktree'
import {
  type Check,
  conflictsOf,
  doneWords,
  type MergeMode,
  type MergeResult,
  modeBar,
  proposedMessage,
} from './merge-words'
import { useChosen } from './use-chosen'
import { useMergeCheck } from './use-merge-check'

interface MergeForm {
  mode: MergeMode
  into: 'parent' | 'branch'
  branch: string
  message: string
}

interface Merge {
  form: MergeForm
  change: (change: Partial<MergeForm>) => void
  chosen: Chosen | null
  /** Whether only a part is taken. */
  partly: boolean
  read: ReadWorktree
  /** Whether a part of it is in no commit. */
  uncommitted: boolean
  check: Check
  run: () => Promise<void>
  busy: boolean
  /** Why it was not merged, other than by conflicts, which the check shows. */
  problem: unknown
  done: MergeResult | null
}

type MergeInput = CommandInput<'worktree.merge'>

/** A merge that is being chosen, checked with every choice, and made. */
export function useMerge(thread: Thread): Merge {
  const host = useHost()
  const { chosen, read, uncommitted } = useChosen(thread)
  const [written, setWritten] = useState<Partial<MergeForm>>({})
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const [done, setDone] = useState<MergeResult | null>(null)
  const partly = chosen !== null && !isAll(chosen)
  const form = formOf(thread, written, partly)
  const input = chosen && inputOf(thread.id, form, chosen)
  const found = useMergeCheck(busy ? null : input, `${read.stamp} ${attempt}`)
  const check: Check = busy ? { kind: 'merging' } : found

  const run = async () => {
    if (!input || busy) return
    setBusy(true)
    setProblem(null)
    try {
      const result = await host.call('worktree.merge', withMessage(input, form))
      tell({ what: `${thread.title}: ${doneWords(result)}` })
      setDone(result)
    } catch (error) {
      // Meanwhile it conflicts: checking again shows where.
      if (conflictsOf(error)) setAttempt((times) => times + 1)
      else setProblem(error)
    }
    setBusy(false)
  }
  const change = (part: Partial<MergeForm>) => {
    setProblem(null)
    setWritten((before) => ({ ...before, ...part }))
  }
  return { form, change, chosen, partly, read, uncommitted, check, run, busy, problem, done }
}

/** What the person chose, and for the rest what is possible and proposed. */
function formOf(thread: Thread, written: Partial<MergeForm>, partly: boolean): MergeForm {
  const into = written.into ?? 'parent'
  const possible = (mode: MergeMode) => modeBar(mode, { partly, intoBranch: into === 'branch' }) === null
  const wished = written.mode ?? 'merge'
  const mode = possible(wished) ? wished : 'squash'
  return { mode, into, branch: written.branch ?? '', message: written.message ?? proposedMessage(thread, mode) }
}

/** Null while there is nothing to ask about: nothing is taken, or a branch has no name yet. */
function inputOf(threadId: string, form: MergeForm, chosen: Chosen): MergeInput | null {
  const name = form.branch.trim()
  if (isNothing(chosen) || (form.into === 'branch' && name === '')) return null
  const into = form.into === 'branch' ? { kind: 'branch' as const, name } : { kind: 'parent' as const }
  return { threadId, mode: form.mode, into, ...chosenInput(chosen) }
}

/** The message is no part of what is checked: it cannot conflict. */
function withMessage(input: MergeInput, { mode, message }: MergeForm): MergeInput {
  const text = message.trim()
  return mode === 'patch' || text === '' ? input : { ...input, message: text }
}
