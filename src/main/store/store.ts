// The store: the only door to SQLite. One transaction holds rows and events together; events are heard after it.
import type { EventBody, StoredEvent } from '../../shared/contract/events'
import type { AnswerTable } from './tables/answers'
import type { ApprovalTable } from './tables/approvals'
import type { BlockTable } from './tables/blocks'
import type { EpochTable } from './tables/epochs'
import type { FileReadTable } from './tables/file-reads'
import type { ItemTable } from './tables/items'
import type { NotificationTable } from './tables/notifications'
import type { ProcessTable } from './tables/processes'
import type { ProjectTable } from './tables/projects'
import type { ReplacementTable } from './tables/replacements'
import type { RequestTable } from './tables/requests'
import type { RuleTable } from './tables/rules'
import type { RunTable } from './tables/runs'
import type { SessionTable } from './tables/sessions'
import type { SettingTable } from './tables/settings'
import type { SnapshotTable } from './tables/snapshots'
import type { ThreadTable } from './tables/threads'
import type { ToolCallTable } from './tables/tool-calls'
import type { TurnTable } from './tables/turns'
import type { WorktreeTable } from './tables/worktrees'

/** What a transaction can say beside the rows it writes. */
export interface Commit {
  /** Appends an event with the next number; it is published after the commit, or never. */
  emit(event: EventBody): void
}

/** A row that was skipped since it could not be read; it is left untouched. */
export interface UnreadableRow {
  table: string
  key: string
  problem: string
}

/** Reads work at any time, also within a commit, where they see its writes. Writes throw (a bug) outside of `commit`. */
export interface Tables {
  readonly projects: ProjectTable
  readonly sessions: SessionTable
  readonly threads: ThreadTable
  readonly turns: TurnTable
  readonly items: ItemTable
  readonly blocks: BlockTable
  readonly epochs: EpochTable
  readonly snapshots: SnapshotTable
  readonly toolCalls: ToolCallTable
  readonly requests: RequestTable
  readonly runs: RunTable
  readonly approvals: ApprovalTable
  readonly rules: RuleTable
  readonly worktrees: WorktreeTable
  readonly replacements: ReplacementTable
  readonly notifications: NotificationTable
  readonly processes: ProcessTable
  readonly fileReads: FileReadTable
  readonly settings: SettingTable
  readonly answers: AnswerTable
}

export interface Store extends Tables {
  /**
   * Runs `work` as one transaction (IMMEDIATE): its rows and events are stored together or not at all. After the commit the
   * events are published in the order of their numbers. `work` is synchronous; nested calls throw. When the disk is full the
   * transaction is rolled back and a failure `store.full` thrown.
   */
  commit<T>(work: (tx: Commit) => T): T
  /** Hears every commit's events, after it. A listener that throws breaks neither the commit nor other listeners. */
  onEvents(listener: (events: readonly StoredEvent[]) => void): () => void
  /** The session's stored events after `fromSeq`, oldest first, at most `limit`. */
  eventsAfter(sessionId: string, fromSeq: number, limit: number): StoredEvent[]
  /** The number of the session's last event; 0 without one. */
  seqOf(sessionId: string): number
  /** The number of the last event of all; 0 without one. */
  lastSeq(): number
  /** Rows met so far that could not be read. */
  unreadableRows(): UnreadableRow[]
  /** What another process is told about the owner of the data folder, once it is known better (the port of `serve`). */
  setDoor(door: string): void
  /** Closes the database and frees the data folder for others. Idempotent. */
  close(): void
}
