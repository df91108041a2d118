// All table families over one connection.
import { openAncestry } from '../ancestry'
import type { Connection } from '../connection'
import { type AnswerTable, openAnswers } from './answers'
import { type ApprovalTable, openApprovals } from './approvals'
import { type AttachmentTable, openAttachments } from './attachments'
import { type BlockTable, openBlocks } from './blocks'
import { type DraftTable, openDrafts } from './drafts'
import { type EpochTable, openEpochs } from './epochs'
import { type FileReadTable, openFileReads } from './file-reads'
import { type ItemTable, openItems } from './items'
import { type KeepWarmTable, openKeepWarms } from './keep-warms'
import { type MemoryLoadTable, openMemoryLoads } from './memory-loads'
import { type ModelWakeTable, openModelWakes } from './model-wakes'
import { type NotificationTable, openNotifications } from './notifications'
import { openPendingTexts, type PendingTextTable } from './pending-texts'
import { openProcesses, type ProcessTable } from './processes'
import { openProjects, type ProjectTable } from './projects'
import { openReplacements, type ReplacementTable } from './replacements'
import { openRequests, type RequestTable } from './requests'
import { openRules, type RuleTable } from './rules'
import { openRuns, type RunTable } from './runs'
import { openSessions, type SessionTable } from './sessions'
import { openSettings, type SettingTable } from './settings'
import { openSkillUses, type SkillUseTable } from './skill-uses'
import { openSnapshots, type SnapshotTable } from './snapshots'
import { openThreads, type ThreadTable } from './threads'
import { openToolCalls, type ToolCallTable } from './tool-calls'
import { openTurns, type TurnTable } from './turns'
import { openWorktreeSteps, type WorktreeStepTable } from './worktree-steps'
import { openWorktrees, type WorktreeTable } from './worktrees'

/** Reads work at any time, also within a commit, where they see its writes. Writes throw (a bug) outside of a commit. */
export interface Tables {
  readonly projects: ProjectTable
  readonly sessions: SessionTable
  readonly threads: ThreadTable
  readonly turns: TurnTable
  readonly items: ItemTable
  readonly blocks: BlockTable
  readonly epochs: EpochTable
  readonly snapshots: SnapshotTable
  readonly pendingTexts: PendingTextTable
  readonly toolCalls: ToolCallTable
  readonly requests: RequestTable
  readonly keepWarms: KeepWarmTable
  readonly runs: RunTable
  readonly approvals: ApprovalTable
  readonly attachments: AttachmentTable
  readonly drafts: DraftTable
  readonly rules: RuleTable
  readonly worktrees: WorktreeTable
  readonly worktreeSteps: WorktreeStepTable
  readonly replacements: ReplacementTable
  readonly notifications: NotificationTable
  readonly processes: ProcessTable
  readonly fileReads: FileReadTable
  readonly skillUses: SkillUseTable
  readonly memoryLoads: MemoryLoadTable
  readonly modelWakes: ModelWakeTable
  readonly settings: SettingTable
  readonly answers: AnswerTable
}

/** Prepares every statement of every table once. */
export function openTables(connection: Connection): Tables {
  const ancestors = openAncestry(connection)
  return {
    projects: openProjects(connection),
    sessions: openSessions(connection),
    threads: openThreads(connection, ancestors),
    turns: openTurns(connection),
    items: openItems(connection),
    blocks: openBlocks(connection, ancestors),
    epochs: openEpochs(connection, ancestors),
    snapshots: openSnapshots(connection),
    pendingTexts: openPendingTexts(connection),
    toolCalls: openToolCalls(connection),
    requests: openRequests(connection),
    keepWarms: openKeepWarms(connection),
    runs: openRuns(connection),
    approvals: openApprovals(connection),
    attachments: openAttachments(connection),
    drafts: openDrafts(connection),
    rules: openRules(connection),
    worktrees: openWorktrees(connection),
    worktreeSteps: openWorktreeSteps(connection),
    replacements: openReplacements(connection, ancestors),
    notifications: openNotifications(connection),
    processes: openProcesses(connection),
    fileReads: openFileReads(connection),
    skillUses: openSkillUses(connection),
    memoryLoads: openMemoryLoads(connection),
    modelWakes: openModelWakes(connection),
    settings: openSettings(connection),
    answers: openAnswers(connection),
  }
}
