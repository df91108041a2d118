// Every state of a thread in words: the one place where they are written.
import type { Thread, ThreadState } from '../../shared/domain/thread'
import { plural } from '../ui/format-count'
import { formatClock, formatDuration } from '../ui/format-time'

export type StateIconName =
  | Exclude<ThreadState, 'waiting-approval' | 'rate-limited' | 'turn-limit' | 'worktree-missing'>
  | 'waiting'
  | 'silent'
  | 'rate'
  | 'limit'
  | 'resumable'
  | 'home'
  | 'missing'

export interface ThreadWords {
  /** The state in words, complete without the icon: `waiting for approval`. */
  word: string
  icon: StateIconName
  tone: 'plain' | 'wait' | 'bad'
  /** The line's pattern: solid runs or ran, dashed waits, dotted was interrupted. */
  pattern: 'solid' | 'dashed' | 'dotted'
  /** EpochMs since when the state lasts, where counting it helps. */
  since: number | null
}

type Said = Pick<
  Thread,
  | 'state'
  | 'stateReason'
  | 'resumable'
  | 'silentSince'
  | 'broughtBackAt'
  | 'archivedAt'
  | 'createdAt'
  | 'endedAt'
  | 'kind'
>

/** Reasons that are short enough to be part of the word: by you, by a crash, by shutdown. */
const INTERRUPTED_BY = /^Interrupted (by [a-z ]{1,16})\.$/

const STOPPED_BY_YOU = 'Stopped by you.'
/** The place in line is part of the word, too. */
const PLACE_IN_LINE = /^Number (\d+) in line\.$/

const plain = { tone: 'plain', since: null } as const

const WORDS: Record<ThreadState, (thread: Said) => ThreadWords> = {
  queued: ({ stateReason }) => {
    const place = PLACE_IN_LINE.exec(stateReason ?? '')?.[1]
    return {
      ...plain,
      word: place ? `queued, ${ordinal(Number(place))} in line` : 'queued',
      icon: 'queued',
      pattern: 'dashed',
    }
  },
  warming: () => ({ ...plain, word: 'warming', icon: 'warming', pattern: 'dashed' }),
  streaming: (thread) => ({
    ...plain,
    word: 'streaming',
    icon: 'streaming',
    pattern: 'solid',
    since: thread.kind === 'main' || thread.kind === 'branch' ? null : thread.createdAt,
  }),
  'waiting-approval': () => ({
    ...plain,
    word: 'waiting for approval',
    icon: 'waiting',
    tone: 'wait',
    pattern: 'dashed',
  }),
  'rate-limited': ({ stateReason }) => {
    const until = / until (\d\d:\d\d)/.exec(stateReason ?? '')?.[1]
    return { ...plain, word: until ? `rate-limited until ${until}` : 'rate-limited', icon: 'rate', pattern: 'dashed' }
  },
  idle: () => ({ ...plain, word: 'idle', icon: 'idle', pattern: 'solid' }),
  interrupted: (thread) => ({
    ...plain,
    word: ['interrupted', INTERRUPTED_BY.exec(thread.stateReason ?? '')?.[1]].filter(Boolean).join(' '),
    icon: 'interrupted',
    pattern: 'dotted',
  }),
  failed: () => ({ ...plain, word: 'failed', icon: 'failed', tone: 'bad', pattern: 'solid' }),
  'turn-limit': () => ({ ...plain, word: 'turn limit', icon: 'limit', pattern: 'solid' }),
  stopped: () => ({ ...plain, word: 'stopped by you', icon: 'stopped', pattern: 'solid' }),
  done: (thread) => ({
    ...plain,
    word: thread.endedAt === null ? 'done' : `done · ${formatDuration(thread.endedAt - thread.createdAt)}`,
    icon: 'done',
    pattern: 'solid',
  }),
  'worktree-missing': () => ({ ...plain, word: 'worktree missing', icon: 'missing', tone: 'bad', pattern: 'dotted' }),
  discarded: () => ({ ...plain, word: 'discarded', icon: 'discarded', pattern: 'solid' }),
}

/** The state of a thread as a person is told it; overlays (silent, brought back, archived) come before the state they lie on. */
export function threadWords(thread: Said, nowMs: number): ThreadWords {
  const words = WORDS[thread.state](thread)
  if (thread.state === 'streaming' && thread.silentSince !== null) {
    const silent = plural(Math.max(1, Math.floor((nowMs - thread.silentSince) / 60_000)), 'minute')
    return { ...words, word: `silent for ${silent}`, icon: 'silent', pattern: 'dashed', since: null }
  }
  if (thread.state === 'done' && thread.broughtBackAt !== null) {
    return { ...words, word: `brought back ${formatClock(thread.broughtBackAt, nowMs)}`, icon: 'home' }
  }
  if (thread.archivedAt !== null) return { ...words, word: `${words.word} · archived` }
  return words
}

/** The whole path of a folder that is gone has room in the inspector only; what stands behind it says why. */
const UNUSABLE = /^The worktree .+ cannot be used: (.+?)\.?$/s
const LIMITED_UNTIL = /^Rate-limited by the provider.* until \d\d:\d\d/s

/** Whether the word of the state says the whole reason. */
function isSaid(reason: string | null): boolean {
  if (reason === null) return false
  return reason === STOPPED_BY_YOU || INTERRUPTED_BY.test(reason) || PLACE_IN_LINE.test(reason)
}

/**
 * Why a thread is as it is, beside its word: null when the word says it all.
 * Where a discarded folder went is a long path, which only the inspector has room for.
 */
export function shortReason(thread: Pick<Thread, 'state' | 'stateReason'>): string | null {
  const { state, stateReason } = thread
  if (isSaid(stateReason)) return null
  if (state === 'discarded' && stateReason !== null)
    return /archived at/.test(stateReason) ? 'its folder is kept in an archive' : 'its folder is kept in rescued/'
  if (state === 'rate-limited' && LIMITED_UNTIL.test(stateReason ?? ''))
    return 'the provider asks for a pause; goes on by itself'
  const gone = state === 'worktree-missing' ? UNUSABLE.exec(stateReason ?? '')?.[1] : undefined
  if (gone !== undefined) return `${gone}; resuming makes it again`
  return state === 'interrupted' && stateReason !== null ? stateReason.replace(/^Interrupted /, '') : stateReason
}

/** The whole reason, for the one place that has room for it; null when the word of the state says it all. */
export function fullReason({ stateReason }: Pick<Thread, 'stateReason'>): string | null {
  return isSaid(stateReason) ? null : stateReason
}

/** `1st`, `2nd`, `11th`. */
function ordinal(n: number): string {
  const ending = ORDINALS[new Intl.PluralRules('en', { type: 'ordinal' }).select(n)] ?? 'th'
  return `${n}${ending}`
}

const ORDINALS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** The noun for a thread of this kind. */
export function kindWord(kind: Thread['kind']): string {
  return kind === 'main' ? 'main thread' : kind
}
