import { useMemo, useState } from 'react'
import type { CommandInput } from '../../../shared/contract/commands'
import type { Thread } from '../../../shared/domain/thread'
import { mintId } from '../../client/mint-id'
import { useHost } from '../../client/use-host'
import { type Chosen, chosenInput, isAll, isNothing } from '../../state/picks'
import { homecomingBar } from '../../threads/homecoming-bar'
import type { ReadWorktree } from '../../threads/use-worktree'
import { type Check, conflictsOf, type MergeMode, mayMerge, modeBar } from './merge-words'
import { aboutTokens } from './report-size'
import { showHome } from './show-home'
import type { TurnOption } from './turn-choice'
import { useChosen } from './use-chosen'
import { useMergeCheck } from './use-merge-check'
import { useSaid } from './use-said'

type Files = MergeMode | 'none'

export interface BringBack {
  /** Null until it is known what the thread said last. */
  report: string | null
  write: (report: string) => void
  turns: readonly TurnOption[]
  turnIds: readonly string[]
  chooseTurns: (turnIds: readonly string[]) => void
  files: Files
  chooseFiles: (files: Files) => void
  /** Why there are no files to bring; null when there are. */
  noFiles: string | null
  chosen: Chosen | null
  partly: boolean
  read: ReadWorktree
  /** Whether a part of it is in no commit. */
  uncommitted: boolean
  check: Check
  /** Estimated tokens the parent gets. */
  tokens: number
  ready: boolean
  busy: boolean
  problem: unknown
  run: () => Promise<void>
}

/** What is brought back, as it is being chosen; the files are checked with every choice. */
export function useBringBack(thread: Thread, parentName: string, onDone: () => void): BringBack {
  const host = useHost()
  const said = useSaid(thread)
  const { chosen, read, uncommitted } = useChosen(thread)
  // Said twice, it is carried out once.
  const [itemId] = useState(() => mintId('item'))
  const [written, setWritten] = useState<string | null>(null)
  const [turnIds, setTurnIds] = useState<readonly string[]>([])
  const [wished, setWished] = useState<Files | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const noFiles = noFilesWords(thread, chosen)
  const partly = chosen !== null && !isAll(chosen)
  const files = noFiles === null ? filesOf(wished, partly) : 'none'
  const taken = files === 'none' || chosen === null || isNothing(chosen) ? null : chosenInput(chosen)
  const found = useMergeCheck(
    busy || files === 'none' || taken === null ? null : { threadId: thread.id, mode: files, ...taken },
    `${read.stamp} ${attempt}`,
  )
  const check: Check = busy ? { kind: 'merging' } : found
  const report = written ?? said.report
  const quoted = said.turns.filter(({ id }) => turnIds.includes(id))
  const run = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const input: CommandInput<'thread.bringBack'> = {
        threadId: thread.id,
        itemId,
        report: report ?? '',
        ...(turnIds.length > 0 ? { turnIds: [...turnIds] } : {}),
        ...(files === 'none' ? {} : { files, ...taken }),
      }
      const result = await host.call('thread.bringBack', input)
      onDone()
      showHome(thread, parentName, result)
    } catch (error) {
      // Meanwhile it conflicts: checking again shows where.
      if (conflictsOf(error)) setAttempt((times) => times + 1)
      else setProblem(error)
      setBusy(false)
    }
  }
  return {
    report,
    write: setWritten,
    turns: said.turns,
    turnIds,
    chooseTurns: setTurnIds,
    files,
    chooseFiles: setWished,
    noFiles,
    chosen,
    partly,
    read,
    uncommitted,
    check,
    tokens: useMemo(
      () => aboutTokens([report ?? '']) + quoted.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0),
      [report, quoted],
    ),
    ready:
      !busy && report !== null && (files === 'none' ? report.trim() !== '' || turnIds.length > 0 : mayBring(check)),
    busy,
    problem,
    run,
  }
}

/** Files that are at home already do not keep a report away. */
function mayBring(check: Check): boolean {
  return mayMerge(check) || (check.kind === 'clean' && check.result.alreadyMerged)
}

function filesOf(wished: Files | null, partly: boolean): Files {
  const files = wished ?? 'merge'
  if (files === 'none' || modeBar(files, { partly, intoBranch: false }) === null) return files
  return 'squash'
}

function noFilesWords(thread: Thread, chosen: Chosen | null): string | null {
  if (thread.worktree === null) return 'It worked in your checkout: what it changed is there already.'
  const barred = homecomingBar(thread, 'merge')
  if (barred !== null) return `${barred}.`
  if (chosen === null) return null
  return chosen.whole.length + chosen.parts.length + chosen.left.length === 0 ? 'It changed none.' : null
}
