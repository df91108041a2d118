// Builders of rows: every field has a plain value, a test says only what it is about.
import type {
  ApprovalRecord,
  BlockRecord,
  EpochRecord,
  NotificationRecord,
  ProjectRecord,
  RequestRecord,
  SessionRecord,
  SnapshotRecord,
  ThreadRecord,
  ToolCallRecord,
  TurnRecord,
  WorktreeRecord,
} from '../main/store/records'
import { ID_PREFIXES, type IdKind } from '../shared/domain/ids'
import type { ToolItem } from '../shared/domain/turn'
import { NO_USAGE } from '../shared/domain/units'

let minted = 0

/** A valid id, the next in this process's order. */
export function testId(kind: IdKind): string {
  minted += 1
  return `${ID_PREFIXES[kind]}_${String(minted).padStart(26, '0')}`
}

export function aProject(fields: Partial<ProjectRecord> = {}): ProjectRecord {
  const id = fields.id ?? testId('project')
  return {
    id,
    realPath: `/projects/${id}`,
    name: 'sample',
    isGit: true,
    trustedHash: null,
    trustedFiles: {},
    demo: false,
    openedAt: 1,
    ...fields,
  }
}

export function aSession(
  fields: Partial<SessionRecord> & Pick<SessionRecord, 'projectId' | 'mainThreadId'>,
): SessionRecord {
  return {
    id: testId('session'),
    title: 'A session',
    permissionMode: 'default',
    coordinator: false,
    forkMode: null,
    cacheTtl: '5m',
    addedFolders: [],
    createdAt: 1,
    updatedAt: 1,
    ...fields,
  }
}

export function aThread(fields: Partial<ThreadRecord> & Pick<ThreadRecord, 'sessionId'>): ThreadRecord {
  return {
    id: testId('thread'),
    parentId: null,
    kind: fields.parentId ? 'fork' : 'main',
    title: 'A thread',
    directive: null,
    model: 'claude-opus-5-5',
    effort: null,
    thinking: 'adaptive',
    branchTurnId: null,
    branchPosition: 0,
    branchMessage: 0,
    branchLink: null,
    state: 'idle',
    stateReason: null,
    endCause: null,
    resumable: false,
    steps: 0,
    permissionMode: 'default',
    isolation: 'none',
    startedBy: 'person',
    spawnToolUseId: null,
    groupId: null,
    groupSize: 1,
    reportBack: false,
    fallback: false,
    activity: null,
    createdAt: 1,
    endedAt: null,
    silentSince: null,
    broughtBackAt: null,
    report: null,
    agentType: null,
    stepLimit: null,
    islandSource: null,
    toolServers: null,
    toolsDue: false,
    archivedAt: null,
    ...fields,
  }
}

export function aTurn(fields: Partial<TurnRecord> & Pick<TurnRecord, 'threadId'>): TurnRecord {
  return {
    id: testId('turn'),
    n: 1,
    state: 'done',
    input: 'Hello',
    fromModel: false,
    forkPosition: null,
    startedAt: 1,
    endedAt: 2,
    ...fields,
  }
}

export function aBlock(
  fields: Partial<BlockRecord> & Pick<BlockRecord, 'threadId' | 'turnId' | 'position'>,
): BlockRecord {
  const role = fields.role ?? (fields.position % 2 === 0 ? 'user' : 'assistant')
  return {
    message: fields.position,
    role,
    origin: role === 'user' ? 'person' : 'model',
    type: 'text',
    json: JSON.stringify({ type: 'text', text: `block ${fields.position} of ${fields.threadId}` }),
    toolUseId: null,
    link: `link-${fields.threadId}-${fields.position}`,
    ...fields,
  }
}

export function aSnapshot(fields: Partial<SnapshotRecord> = {}): SnapshotRecord {
  return { id: 'snapshot-1', text: '{"model":"claude-opus-5-5"}', betas: [], ttl: '5m', createdAt: 1, ...fields }
}

export function anEpoch(fields: Partial<EpochRecord> & Pick<EpochRecord, 'threadId'>): EpochRecord {
  return {
    id: testId('epoch'),
    n: 1,
    snapshotId: 'snapshot-1',
    firstPosition: 0,
    thinkingFrom: 0,
    startPosition: 0,
    createdAt: 1,
    ...fields,
  }
}

export function aToolCall(
  fields: Partial<ToolCallRecord> & Pick<ToolCallRecord, 'threadId' | 'turnId' | 'toolUseId'>,
): ToolCallRecord {
  return {
    itemId: testId('item'),
    ordinal: 0,
    name: 'bash',
    input: { command: 'true' },
    state: 'pending',
    resultJson: null,
    isError: false,
    sealed: false,
    ...fields,
  }
}

export function aToolItem(fields: Partial<ToolItem> & Pick<ToolItem, 'turnId' | 'toolUseId'>): ToolItem {
  return {
    id: testId('item'),
    at: 1,
    kind: 'tool',
    name: 'bash',
    input: { command: 'true' },
    state: 'pending',
    output: '',
    outputBytes: 0,
    isError: false,
    startedAt: null,
    endedAt: null,
    ...fields,
  }
}

export function aRequest(
  fields: Partial<RequestRecord> & Pick<RequestRecord, 'threadId' | 'turnId' | 'epochId'>,
): RequestRecord {
  return {
    id: testId('request'),
    runId: testId('run'),
    n: 1,
    purpose: 'turn',
    model: 'claude-opus-5-5',
    usage: NO_USAGE,
    money: { nanoUsd: 0, withoutSharingNanoUsd: 0 },
    forecast: null,
    startedAt: 1,
    firstEventAt: 2,
    endedAt: 3,
    outcome: 'ok',
    requestId: null,
    prefix: { link: 'link', blocks: 1, sharedWithParent: 0, sharedWithPrevious: 0 },
    firstDifference: null,
    cacheMissReason: null,
    cacheDiagnosis: 'none',
    usageFinal: true,
    endPosition: 1,
    markers: { system: true, positions: [0] },
    tailJson: '',
    bodyHash: 'hash',
    messageId: null,
    ttl: '5m',
    ...fields,
  }
}

export function anApproval(
  fields: Partial<ApprovalRecord> & Pick<ApprovalRecord, 'sessionId' | 'threadId' | 'turnId'>,
): ApprovalRecord {
  return {
    id: testId('approval'),
    itemId: testId('item'),
    toolUseId: 'toolu_1',
    tool: 'bash',
    input: { command: 'rm -r build' },
    folder: '/projects/sample',
    reason: { rule: null, source: 'mode', text: 'Commands that change something are asked.' },
    offers: { thread: 'bash(rm:*)', session: 'bash(rm:*)', project: 'bash(rm:*)' },
    state: 'open',
    decidedBy: null,
    scope: null,
    note: null,
    createdAt: 1,
    decidedAt: null,
    ...fields,
  }
}

export function aNotification(
  fields: Partial<NotificationRecord> & Pick<NotificationRecord, 'sessionId' | 'fromThreadId' | 'toThreadId'>,
): NotificationRecord {
  return {
    id: testId('notification'),
    ordinal: 1,
    status: 'completed',
    text: '<task-notification/>',
    runId: testId('run'),
    deliveredAt: null,
    ...fields,
  }
}

export function aWorktree(
  fields: Partial<WorktreeRecord> & Pick<WorktreeRecord, 'threadId' | 'projectId'>,
): WorktreeRecord {
  return {
    parentFolder: '/project',
    commonDir: '/project/.git',
    path: `/data/worktrees/${fields.threadId}/project`,
    subPath: '',
    branch: 'tine/work',
    base: 'a'.repeat(40),
    baseTree: null,
    head: 'a'.repeat(40),
    state: 'creating',
    filesChanged: 0,
    nonce: 'n',
    rescuedTo: null,
    rescuedAt: null,
    createdAt: 1,
    keptAt: null,
    uncommitted: 0,
    added: 0,
    removed: 0,
    notes: [],
    bytes: null,
    archive: null,
    archiveBytes: null,
    threadBefore: null,
    ...fields,
  }
}
