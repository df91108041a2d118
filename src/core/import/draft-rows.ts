// What an import makes and a bundle holds: the rows of one conversation, and nothing that could act or decide.
import type { Isolation, StartedBy, ThreadKind, ThreadState } from '../../shared/domain/thread'
import type { Item, TurnState } from '../../shared/domain/turn'
import type { EpochMs } from '../../shared/domain/units'
import type { CacheTtl } from '../wire/wire-snapshot'

export interface DraftSession {
  title: string
  /** null: as the settings of this machine say. */
  cacheTtl: CacheTtl | null
  createdAt: EpochMs
  updatedAt: EpochMs
}

export interface DraftThread {
  id: string
  parentId: string | null
  kind: ThreadKind
  title: string
  directive: string | null
  branchTurnId: string | null
  branchPosition: number
  branchMessage: number
  branchLink: string | null
  state: ThreadState
  stateReason: string | null
  steps: number
  /** null: as the settings of this machine say. */
  choice: { model: string; effort: string | null; thinking: 'off' | 'adaptive' } | null
  isolation: Isolation
  startedBy: StartedBy
  spawnToolUseId: string | null
  fallback: boolean
  report: string | null
  agentType: string | null
  islandSource: string | null
  createdAt: EpochMs
  endedAt: EpochMs | null
  broughtBackAt: EpochMs | null
  archivedAt: EpochMs | null
}

export interface DraftSnapshot {
  id: string
  text: string
  betas: string[]
  ttl: CacheTtl
  createdAt: EpochMs
}

export interface DraftEpoch {
  id: string
  threadId: string
  n: number
  snapshotId: string
  firstPosition: number
  thinkingFrom: number
  startPosition: number
  createdAt: EpochMs
}

export interface DraftTurn {
  id: string
  threadId: string
  n: number
  state: TurnState
  forkPosition: number | null
  startedAt: EpochMs
  endedAt: EpochMs | null
}

export interface DraftItem {
  threadId: string
  item: Item
}

/** Who wrote a block is not part of it: what comes from elsewhere has the origin `import`, whatever it says. */
export interface DraftBlock {
  threadId: string
  position: number
  message: number
  role: 'user' | 'assistant'
  type: string
  json: string
  turnId: string
  toolUseId: string | null
  link: string
}

/** A call with its result: one that was open is closed before it travels. */
export interface DraftCall {
  threadId: string
  toolUseId: string
  turnId: string
  itemId: string
  ordinal: number
  name: string
  input: unknown
  resultJson: string
  isError: boolean
  sealed: boolean
}

export interface DraftReplacement {
  threadId: string
  toolUseId: string
  replacementJson: string | null
  position: number
  /** Whether the whole text travels along. */
  stored: boolean
}

/** A piece of the whole text of a result that was stored beside the database, in order. */
export interface DraftOutput {
  threadId: string
  toolUseId: string
  text: string
}

/** In the order in which they may be stored: what is named stands before what names it. */
export type DraftRow =
  | { row: 'session'; value: DraftSession }
  | { row: 'thread'; value: DraftThread }
  | { row: 'snapshot'; value: DraftSnapshot }
  | { row: 'epoch'; value: DraftEpoch }
  | { row: 'turn'; value: DraftTurn }
  | { row: 'item'; value: DraftItem }
  | { row: 'block'; value: DraftBlock }
  | { row: 'call'; value: DraftCall }
  | { row: 'replacement'; value: DraftReplacement }
  | { row: 'output'; value: DraftOutput }
