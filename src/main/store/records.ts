// What the tables hold, as types. The wire's rows (blocks, epochs, snapshots) never change once written.
import type { CacheTtl } from '../../core/wire/wire-snapshot'
import type { Approval } from '../../shared/domain/approval'
import type { AttachmentFacts } from '../../shared/domain/attachment'
import type { KeepWarm } from '../../shared/domain/keep-warm'
import type { Request } from '../../shared/domain/ledger'
import type { Isolation, PermissionMode, StartedBy, ThreadKind, ThreadState } from '../../shared/domain/thread'
import type { TurnState } from '../../shared/domain/turn'
import type { EpochMs, NanoUsd } from '../../shared/domain/units'
import type { WorktreeState } from '../../shared/domain/worktree'

export interface ProjectRecord {
  id: string
  realPath: string
  name: string
  isGit: boolean
  /** The hash of the files that can make the project act, as the person trusted them; null: restricted. */
  trustedHash: string | null
  /** The files behind that hash (path → hash), so that a change can be named. */
  trustedFiles: Record<string, string>
  /** True for the sample project of the demo: its sessions talk to the scripted model. */
  demo: boolean
  openedAt: EpochMs
}

export interface SessionRecord {
  id: string
  projectId: string
  title: string
  mainThreadId: string
  permissionMode: PermissionMode
  coordinator: boolean
  /** Whether its models may fork; null: as the settings say. */
  forkMode: boolean | null
  cacheTtl: CacheTtl
  /** Folders outside the project the person added. */
  addedFolders: string[]
  createdAt: EpochMs
  updatedAt: EpochMs
}

/** How a thread asks the model: rendered into its next snapshot. */
export interface ModelChoice {
  model: string
  effort: string | null
  thinking: 'off' | 'adaptive'
}

export interface ThreadRecord extends ModelChoice {
  id: string
  sessionId: string
  parentId: string | null
  kind: ThreadKind
  title: string
  directive: string | null
  /** The turn of the parent it leaves; null with a parent means: before anything was said. */
  branchTurnId: string | null
  /** Positions below this are inherited from the parent; 0 for a root, a fresh agent and a fallback fork. */
  branchPosition: number
  branchMessage: number
  branchLink: string | null
  state: ThreadState
  stateReason: string | null
  /** The cause of an interruption or stop: decides whether a resume is offered or only obeyed. */
  endCause: 'person' | 'isolation' | 'shutdown' | 'crash' | null
  resumable: boolean
  steps: number
  permissionMode: PermissionMode
  isolation: Isolation
  startedBy: StartedBy
  /** The spawning call in the parent, for forks and agents started by the model. */
  spawnToolUseId: string | null
  /** Siblings started together share this id. */
  groupId: string | null
  /** How many were to be started together, this one among them. */
  groupSize: number
  /** Whether the result goes back to the parent as a notification. */
  reportBack: boolean
  /** True when it was forked before the parent sent anything: it runs on its own prompt and tools. */
  fallback: boolean
  activity: string | null
  createdAt: EpochMs
  endedAt: EpochMs | null
  silentSince: EpochMs | null
  broughtBackAt: EpochMs | null
  archivedAt: EpochMs | null
  /** The one line its result comes down to. */
  report: string | null
  /** The type of a fresh agent; null for everything else. */
  agentType: string | null
  /** How many steps it may make where its type says so; null: as the settings say. */
  stepLimit: number | null
  /** The command or skill an island runs, as its file is named (`~/…` in the home folder); null for everything else. */
  islandSource: string | null
  /** The tool servers it takes, by name; null: all there are. */
  toolServers: string[] | null
  /** Whether its next request begins a new snapshot with what its tool servers offer then. */
  toolsDue: boolean
}

export interface TurnRecord {
  id: string
  threadId: string
  n: number
  state: TurnState
  /** What was asked; null where the turn continues or was woken by a notification. */
  input: string | null
  /** Whether that was written by another model. */
  fromModel: boolean
  /** The end of the last complete model message (a block position, exclusive); null: not forkable. */
  forkPosition: number | null
  startedAt: EpochMs
  endedAt: EpochMs | null
}

export type BlockRole = 'user' | 'assistant'
export type BlockOrigin = 'model' | 'tool' | 'person' | 'app' | 'import'

/** The stored unit of the wire: one content block as the JSON text that was (or will be) sent, without marker. */
export interface BlockRecord {
  threadId: string
  /** Counted over the whole history: a fork's first own block has the position of its branch point. */
  position: number
  /** 0-based number of the message it belongs to, over the whole history. */
  message: number
  role: BlockRole
  origin: BlockOrigin
  /** The content block's type (`text`, `tool_use`, …). */
  type: string
  json: string
  turnId: string
  toolUseId: string | null
  /** The hash chain up to and including this block, within its epoch. */
  link: string
}

export interface EpochRecord {
  id: string
  threadId: string
  n: number
  snapshotId: string
  /** Blocks before this position belong to an earlier epoch and are not sent (compaction). */
  firstPosition: number
  /** Thinking blocks before this position are not sent (bound to another prefix); 0: all are sent. */
  thinkingFrom: number
  /** From which position on new blocks belong to this epoch. */
  startPosition: number
  createdAt: EpochMs
}

export interface SnapshotRecord {
  /** The hash of `text`. */
  id: string
  /** The exact JSON text of every field of the body except messages, stream and diagnostics. */
  text: string
  betas: string[]
  ttl: CacheTtl
  createdAt: EpochMs
}

/** A text that waits for the thread's next user message: what a person sent or steered, or what the app adds. */
export interface PendingTextRecord {
  id: string
  threadId: string
  turnId: string
  origin: 'person' | 'app'
  text: string
  sealedAt: EpochMs | null
  createdAt: EpochMs
}

/** What goes with a message. Its block is read apart: it may be megabytes. */
export interface AttachmentRecord {
  id: string
  threadId: string
  facts: AttachmentFacts
  /** The queued turn or the waiting text it goes with; null: it was not sent yet. */
  messageId: string | null
  /** Where its sealed block stands in the thread's history; null: it waits. */
  position: number | null
  createdAt: EpochMs
}

/** A tool call's result from the moment it is known until it is sealed into a block. */
export interface ToolCallRecord {
  toolUseId: string
  threadId: string
  turnId: string
  itemId: string
  /** Order of the call in its message. */
  ordinal: number
  name: string
  input: unknown
  state: 'pending' | 'waiting-approval' | 'running' | 'closed'
  /** The content of the result (text or JSON of content blocks) once closed; null before. */
  resultJson: string | null
  isError: boolean
  sealed: boolean
}

export interface RequestRecord extends Omit<Request, 'inputNanoUsd'> {
  turnId: string
  epochId: string
  runId: string
  /** How many blocks of history were sent (positions below this, within the epoch). */
  endPosition: number
  /** Positions of the markers, and whether `system` bears one. */
  markers: { system: boolean; positions: number[] }
  /** What follows the messages in the body, as text: diagnostics. */
  tailJson: string
  bodyHash: string
  messageId: string | null
  ttl: CacheTtl
}

/** A thread whose prefix a person pays to keep in the cache, or of which it has to be said why that ended. */
export interface KeepWarmRecord extends KeepWarm {
  threadId: string
}

export interface RunRecord {
  id: string
  threadId: string
  turnId: string
  n: number
  startedAt: EpochMs
  endedAt: EpochMs | null
  outcome: string | null
}

export interface ApprovalRecord extends Approval {
  itemId: string
}

export interface RuleRecord {
  id: number
  effect: 'allow' | 'ask' | 'deny'
  scope: 'thread' | 'session' | 'project'
  scopeId: string
  rule: string
  createdAt: EpochMs
}

export interface WorktreeRecord {
  threadId: string
  projectId: string
  /** The top level of the checkout it was made from. */
  parentFolder: string
  /** The repository's common git folder. */
  commonDir: string
  path: string
  /** The project's folder inside the checkout, relative; '' where the project is the top level. */
  subPath: string
  branch: string
  base: string
  baseTree: string | null
  head: string
  state: WorktreeState
  filesChanged: number
  nonce: string
  rescuedTo: string | null
  rescuedAt: EpochMs | null
  createdAt: EpochMs
  /** Since when a person keeps it. */
  keptAt: EpochMs | null
  /** Files whose content was in no commit when it was last looked at; without ignored ones. */
  uncommitted: number
  /** Lines of its own work against its start. */
  added: number
  removed: number
  /** What did not travel from the parent's checkout, in words. */
  notes: string[]
  /** What its folder took when it was last measured, wherever it was. */
  bytes: number | null
  /** The archive that stands for its folder since that was freed. */
  archive: string | null
  archiveBytes: number | null
  /** How its thread stood before the worktree was discarded: so it stands again when it is restored. */
  threadBefore: Pick<ThreadRecord, 'state' | 'stateReason' | 'endCause' | 'resumable' | 'endedAt'> | null
}

export const WORKTREE_OPERATIONS = ['create', 'merge', 'discard', 'free', 'restore', 'repair'] as const
export type WorktreeOperation = (typeof WORKTREE_OPERATIONS)[number]

/** What is being done to a worktree, how far it has come, and what is needed to finish or undo it. */
export interface WorktreeStepRecord {
  threadId: string
  operation: WorktreeOperation
  step: string
  data: { [fact: string]: Json }
  beganAt: EpochMs
}

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

export interface ReplacementRecord {
  threadId: string
  toolUseId: string
  /** The exact content that is sent instead, as JSON; null: decided not to replace. */
  replacementJson: string | null
  /** File name below the outputs folder that holds the whole text; null if none was written. */
  outputFile: string | null
  position: number
}

export interface NotificationRecord {
  id: string
  /** The order in which results were finished. */
  ordinal: number
  sessionId: string
  fromThreadId: string
  toThreadId: string
  status: 'completed' | 'failed' | 'stopped' | 'turn-limit'
  /** The `<task-notification>` element, ready to send. */
  text: string
  runId: string
  deliveredAt: EpochMs | null
}

export interface ProcessRecord {
  pid: number
  /** Clock ticks since boot at which it started, from the system. */
  startTicks: string
  bootId: string
  threadId: string
  toolUseId: string
  command: string
  createdAt: EpochMs
}

/** What a thread has read of a file in its own folder: edits need it. */
export interface FileReadRecord {
  threadId: string
  path: string
  contentHash: string
}

/** A command or skill whose text a turn follows. */
export interface SkillUseRecord {
  threadId: string
  turnId: string
  /** The file, as a person names it. */
  source: string
  /** SHA-256 of the file when its text was given. */
  contentHash: string
  /** What it lets run unasked, as written in its `allowed-tools`. */
  rules: string[]
}

/** A memory file a thread was told of. */
export interface MemoryLoadRecord {
  threadId: string
  /** As it is named to the model. */
  path: string
  /** What it was told; '' for a file that is gone. */
  text: string
  /** The waiting text that tells of it; null: it stands in the system prompt. */
  pendingId: string | null
  /** Where that stands in the history once it is sealed; null: it waits, or stands in the system prompt. */
  position: number | null
}

export interface LedgerSum {
  threadId: string
  requests: number
  /** Requests whose answer began and whose final usage never came. */
  notReported: number
  usage: Request['usage']
  nanoUsd: NanoUsd | null
  withoutSharingNanoUsd: NanoUsd | null
  forecastNanoUsd: NanoUsd | null
}
