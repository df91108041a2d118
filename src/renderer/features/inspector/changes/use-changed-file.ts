import { useEffect, useRef, useState } from 'react'
import type { CommandResult } from '../../../../shared/contract/commands'
import { failureText } from '../../../client/failure-text'
import { useHost } from '../../../client/use-host'
import type { Against } from '../../../threads/use-worktree'

export type FileReading = CommandResult<'worktree.file'>

interface ReadFile {
  reading: FileReading | null
  problem: string | null
  again: () => void
}

/** As many are kept: going up and down the list asks for nothing twice. */
const KEPT = 20

/**
 * The change of one file, read when it is wanted and again when the files changed; until then as it was. Null for none.
 *
 * @param stamp another text for each state of the files
 */
export function useChangedFile(threadId: string, path: string | null, against: Against, stamp: string): ReadFile {
  const host = useHost()
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState<{ place: string; problem: string } | null>(null)
  const [, setArrived] = useState(0)
  const kept = useRef(new Map<string, Kept>())
  const place = path === null ? null : `${threadId} ${against} ${path}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attempt is why it is read again
  useEffect(() => {
    if (place === null || path === null || kept.current.get(place)?.stamp === stamp) return
    let overtaken = false
    host.call('worktree.file', { threadId, path, against }).then(
      (reading) => {
        keep(kept.current, place, { stamp, reading })
        if (overtaken) return
        setFailed(null)
        setArrived((times) => times + 1)
      },
      (error: unknown) => {
        if (!overtaken) setFailed({ place, problem: failureText(error) })
      },
    )
    return () => {
      overtaken = true
    }
  }, [host, threadId, path, against, place, stamp, attempt])
  return {
    reading: place === null ? null : (kept.current.get(place)?.reading ?? null),
    problem: failed !== null && failed.place === place ? failed.problem : null,
    again: () => {
      setFailed(null)
      setAttempt(attempt + 1)
    },
  }
}

interface Kept {
  stamp: string
  reading: FileReading
}

function keep(kept: Map<string, Kept>, place: string, read: Kept) {
  // What was read last is the newest of the map.
  kept.delete(place)
  kept.set(place, read)
  const oldest = kept.keys().next().value
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
}
