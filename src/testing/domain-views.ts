// Builders of what the host says about its rows: every field has a plain value, a test says only what it is about.
import type { Approval } from '../shared/domain/approval'
import type { Request } from '../shared/domain/ledger'
import type { Session } from '../shared/domain/session'
import type { Thread } from '../shared/domain/thread'
import type { Item, ToolItem, Turn } from '../shared/domain/turn'
import { NO_USAGE } from '../shared/domain/units'
import { openSessionView, type SessionView } from '../shared/projection/session-view'

const SESSION = 'ses_1'

export function viewSession(fields: Partial<Session> = {}): Session {
  return {
    id: SESSION,
    projectId: 'prj_1',
    title: 'A session',
    state: 'idle',
    counts: {},
    openApprovals: 0,
    money: { nanoUsd: 0, withoutSharingNanoUsd: 0 },
    mainThreadId: 'thr_main',
    permissionMode: 'default',
    coordinator: false,
    forkMode: null,
    cacheTtl: '5m',
    createdAt: 1,
    updatedAt: 1,
    ...fields,
  }
}

export function viewThread(fields: Partial<Thread> & Pick<Thread, 'id'>): Thread {
  return {
    sessionId: SESSION,
    parentId: 'thr_main',
    kind: 'fork',
    title: fields.id,
    directive: null,
    warmUntil: null,
    keepWarm: null,
    branchPoint: null,
    state: 'streaming',
    stateReason: null,
    resumable: false,
    steps: 0,
    model: 'a-model',
    permissionMode: 'default',
    isolation: 'none',
    usage: NO_USAGE,
    money: { nanoUsd: 0, withoutSharingNanoUsd: 0 },
    worktree: null,
    startedBy: 'person',
    activity: null,
    createdAt: 1,
    endedAt: null,
    silentSince: null,
    broughtBackAt: null,
    report: null,
    archivedAt: null,
    ...fields,
  }
}

/** The main thread of `viewSession`. */
export function mainThread(fields: Partial<Thread> = {}): Thread {
  return viewThread({ id: 'thr_main', parentId: null, kind: 'main', state: 'idle', createdAt: 0, ...fields })
}

export function viewTurn(fields: Partial<Turn> & Pick<Turn, 'id' | 'n'>): Turn {
  return { threadId: 'thr_main', state: 'done', forkable: true, startedAt: fields.n * 100, endedAt: null, ...fields }
}

export function textItem(id: string, text: string, turnId = 'trn_1'): Item {
  return { id, turnId, at: 1, kind: 'text', text }
}

export function toolItem(fields: Partial<ToolItem> & Pick<ToolItem, 'id'>): ToolItem {
  return {
    turnId: 'trn_1',
    at: 1,
    kind: 'tool',
    toolUseId: `use_${fields.id}`,
    name: 'bash',
    input: { command: 'ls' },
    state: 'done',
    output: '',
    outputBytes: 0,
    isError: false,
    startedAt: null,
    endedAt: null,
    ...fields,
  }
}

export function viewApproval(fields: Partial<Approval> & Pick<Approval, 'id'>): Approval {
  return {
    sessionId: SESSION,
    threadId: 'thr_main',
    turnId: 'trn_1',
    toolUseId: 'use_1',
    tool: 'bash',
    input: {},
    folder: '/',
    reason: { rule: null, source: 'default', text: 'asked' },
    offers: { thread: '', session: '', project: '' },
    state: 'open',
    decidedBy: null,
    scope: null,
    note: null,
    createdAt: 1,
    decidedAt: null,
    ...fields,
  }
}

export function viewRequest(fields: Partial<Request> & Pick<Request, 'id'>): Request {
  return {
    threadId: 'thr_main',
    n: 1,
    model: 'a-model',
    usage: NO_USAGE,
    money: { nanoUsd: 10, withoutSharingNanoUsd: 10 },
    forecast: null,
    startedAt: 1,
    firstEventAt: null,
    endedAt: null,
    outcome: 'ok',
    requestId: null,
    prefix: { link: '', blocks: 0, sharedWithParent: 0, sharedWithPrevious: 0 },
    firstDifference: null,
    cacheMissReason: null,
    cacheDiagnosis: 'none',
    usageFinal: true,
    purpose: 'turn',
    ...fields,
  }
}

/** An open session with these threads (beside the main one) and turns; its last event is number 10. */
export function openView(threads: readonly Thread[] = [], turns: readonly Turn[] = []): SessionView {
  return openSessionView({
    session: viewSession(),
    threads: [mainThread(), ...threads],
    turns: [...turns],
    openApprovals: [],
    seq: 10,
  })
}
