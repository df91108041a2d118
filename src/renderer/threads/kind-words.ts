// What kind of child a thread is, in words: what is no fork of the conversation says so.
import type { Thread } from '../../shared/domain/thread'
import { plural } from '../ui/format-count'

type Kinded = Pick<Thread, 'kind' | 'agentType'>

/** `branch`, `explore agent`, `island`; empty for the main thread and for forks, which are what is expected. */
export function kindWords({ kind, agentType }: Kinded): string {
  if (kind === 'main' || kind === 'fork') return ''
  if (kind !== 'agent') return kind
  return agentType && agentType !== 'general-purpose' ? `${agentType} agent` : 'fresh agent'
}

const MANY: Record<Thread['kind'], string> = {
  main: 'thread',
  branch: 'branch',
  fork: 'fork',
  agent: 'agent',
  island: 'island',
}

/** `3 forks`, `2 forks, 1 agent`: what leaves one turn together. */
export function countWords(threads: readonly Pick<Thread, 'kind'>[]): string {
  const kinds = [...new Set(threads.map(({ kind }) => kind))]
  return kinds
    .map((kind) => {
      const count = threads.filter((thread) => thread.kind === kind).length
      return kind === 'branch' && count > 1 ? `${count} branches` : plural(count, MANY[kind])
    })
    .join(', ')
}
