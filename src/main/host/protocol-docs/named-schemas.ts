// The shapes that have a name in the protocol's documentation.
import { z } from 'zod'
import { activation, trustView } from '../../../shared/contract/system-commands'
import { approvalSchema, approvalScope, decidedBy } from '../../../shared/domain/approval'
import { attachmentSchema } from '../../../shared/domain/attachment'
import {
  approvalId,
  attachmentId,
  itemId,
  projectId,
  requestId,
  sessionId,
  threadId,
  turnId,
} from '../../../shared/domain/ids'
import { requestSchema } from '../../../shared/domain/ledger'
import { foundSessionSchema, foundThreadSchema, searchHitSchema } from '../../../shared/domain/search'
import { laneSketch, projectSchema, sessionListEntry, sessionSchema } from '../../../shared/domain/session'
import { settingsView } from '../../../shared/domain/settings'
import {
  branchPointSchema,
  isolationSchema,
  permissionMode,
  startedBy,
  threadKind,
  threadSchema,
  threadState,
} from '../../../shared/domain/thread'
import {
  broughtBackItem,
  itemSchema,
  noticeItem,
  notificationItem,
  textItem,
  thinkingItem,
  toolItem,
  toolState,
  turnSchema,
  turnState,
  turnWithItems,
  userItem,
} from '../../../shared/domain/turn'
import { epochMs, moneySchema, nanoUsd, usageSchema } from '../../../shared/domain/units'
import { changedFileSchema, worktreeSchema, worktreeState } from '../../../shared/domain/worktree'

/** In the order in which they are explained. */
export const NAMED_SCHEMAS = {
  ProjectId: projectId,
  SessionId: sessionId,
  ThreadId: threadId,
  TurnId: turnId,
  ItemId: itemId,
  ApprovalId: approvalId,
  RequestId: requestId,
  AttachmentId: attachmentId,
  EpochMs: epochMs,
  NanoUsd: nanoUsd,
  Usage: usageSchema,
  Money: moneySchema,
  Project: projectSchema,
  Activation: activation,
  TrustView: trustView,
  Session: sessionSchema,
  SessionListEntry: sessionListEntry,
  LaneSketch: laneSketch,
  ThreadKind: threadKind,
  ThreadState: threadState,
  Isolation: isolationSchema,
  PermissionMode: permissionMode,
  StartedBy: startedBy,
  BranchPoint: branchPointSchema,
  Thread: threadSchema,
  TurnState: turnState,
  Turn: turnSchema,
  TurnWithItems: turnWithItems,
  Attachment: attachmentSchema,
  Item: itemSchema,
  UserItem: userItem,
  TextItem: textItem,
  ThinkingItem: thinkingItem,
  ToolItem: toolItem,
  NoticeItem: noticeItem,
  NotificationItem: notificationItem,
  BroughtBackItem: broughtBackItem,
  ToolState: toolState,
  ApprovalScope: approvalScope,
  DecidedBy: decidedBy,
  Approval: approvalSchema,
  Request: requestSchema,
  WorktreeState: worktreeState,
  Worktree: worktreeSchema,
  ChangedFile: changedFileSchema,
  SearchHit: searchHitSchema,
  FoundThread: foundThreadSchema,
  FoundSession: foundSessionSchema,
  SettingsView: settingsView,
} as const satisfies Record<string, z.ZodType>

const names = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) names.add(schema, { id })

/** What a schema accepts (`input`) or gives (`output`), where every named shape inside it is a reference. */
export function describeSchema(schema: z.ZodType, io: 'input' | 'output'): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, { io, metadata: names, unrepresentable: 'any' })
}

/** The shape behind a name, written out. */
export function describeNamed(name: keyof typeof NAMED_SCHEMAS): z.core.JSONSchema.BaseSchema {
  const described = describeSchema(NAMED_SCHEMAS[name], 'output')
  const own = described.$defs?.[name]
  return typeof own === 'object' ? own : described
}
