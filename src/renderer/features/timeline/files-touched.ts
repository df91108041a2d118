import type { SessionView } from '../../../shared/projection/session-view'

const WRITES: ReadonlySet<string> = new Set(['edit', 'multiedit', 'write'])

/**
 * How many files the calls of a thread have written so far, as far as they are known here. Git is asked when the thread rests; until
 * then this is what can be said.
 */
export function filesTouched({ turns, bodies }: Pick<SessionView, 'turns' | 'bodies'>, threadId: string): number {
  const paths = new Set<string>()
  for (const turn of turns[threadId] ?? []) {
    for (const item of bodies[turn.id]?.items ?? []) {
      if (item.kind !== 'tool' || item.state !== 'done' || item.isError || !WRITES.has(item.name.toLowerCase()))
        continue
      const path = (item.input as { file_path?: unknown } | null)?.file_path
      if (typeof path === 'string') paths.add(path)
    }
  }
  return paths.size
}
