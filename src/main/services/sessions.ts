// Sessions: made, listed, read.
import { setImmediate } from 'node:timers/promises'

import { parseRule } from '../../core/permission/rule'
import { ttlAt } from '../../core/pricing/model-table'
import type { CommandResult, ParsedInput } from '../../shared/contract/commands'
import { FailureError } from '../../shared/contract/failure'
import type { SessionRecord, ThreadRecord } from '../store/records'
import { approvalView } from './approval-view'
import type { HostParts } from './host-parts'
import { projectOf, sessionOf } from './threads'
import { announceSession, sessionListEntry, sessionView, threadView, turnView } from './views'

type SessionParts = Pick<HostParts, 'store' | 'clock' | 'ids' | 'settings' | 'unattended' | 'forkMode'>

export class Sessions {
  constructor(private readonly parts: SessionParts) {}

  /** Makes a session with its main thread. */
  create(
    input: ParsedInput<'session.create'>,
    remember: (result: CommandResult<'session.create'>) => void,
  ): CommandResult<'session.create'> {
    const { store, clock, ids } = this.parts
    const settings = this.parts.settings()
    const project = projectOf(store, input.projectId)
    const at = clock.now()
    const session: SessionRecord = {
      id: input.sessionId ?? ids.next('session'),
      projectId: input.projectId,
      title: input.title ?? 'New session',
      mainThreadId: input.threadId ?? ids.next('thread'),
      permissionMode: input.permissionMode ?? settings.permissionMode,
      coordinator: input.coordinator,
      forkMode: input.forkMode ?? null,
      cacheTtl: ttlAt(settings.baseUrl, input.cacheTtl ?? settings['cache.ttl']),
      addedFolders: [],
      createdAt: at,
      updatedAt: at,
    }
    if (store.sessions.get(session.id) || store.threads.get(session.mainThreadId))
      throw new FailureError('conflict', 'A session or thread of this id exists already, with another input.', {
        sessionId: session.id,
      })
    const model = input.model ?? (project.demo ? 'tine-demo' : settings.model)
    if (input.unattended) this.parts.unattended.begin(session.id, checkedRules(input.unattended.allow))
    const main = mainThread(session, {
      model,
      effort: input.effort ?? settings.effort,
      thinking: input.thinking ?? 'adaptive',
    })
    return store.commit((tx) => {
      store.sessions.insert(session)
      store.threads.insert(main)
      tx.emit({ type: 'thread.created', sessionId: session.id, threadId: main.id, thread: threadView(store, main) })
      announceSession(store, tx, session.id)
      const result = { sessionId: session.id, threadId: main.id }
      remember(result)
      return result
    })
  }

  /** Chooses for one session what else the settings say. */
  configure({ sessionId, forkMode }: ParsedInput<'session.configure'>): CommandResult<'session.configure'> {
    const { store } = this.parts
    sessionOf(store, sessionId)
    store.commit((tx) => {
      store.sessions.update(sessionId, { forkMode })
      announceSession(store, tx, sessionId)
    })
    return { forkMode: this.parts.forkMode({ forkMode }) }
  }

  list(projectId?: string): CommandResult<'session.list'> {
    const { store } = this.parts
    if (projectId) projectOf(store, projectId)
    return { sessions: store.sessions.list(projectId).map((session) => sessionListEntry(store, session.id)) }
  }

  /**
   * Reads what Home asks for first, a session per turn of the event loop, so that it is in memory by then.
   *
   * @param isOver asked between two: whether to leave it
   */
  async readAhead(isOver: () => boolean): Promise<void> {
    const { store } = this.parts
    for (const { id } of store.sessions.list()) {
      await setImmediate()
      if (isOver()) return
      sessionListEntry(store, id)
    }
  }

  read(sessionId: string): CommandResult<'session.read'> {
    const { store } = this.parts
    sessionOf(store, sessionId)
    return {
      session: sessionView(store, sessionId),
      threads: store.threads.ofSession(sessionId).map((thread) => threadView(store, thread)),
      turns: store.turns.ofSession(sessionId).map(turnView),
      openApprovals: store.approvals.open(sessionId).map(approvalView),
      seq: store.seqOf(sessionId),
    }
  }

  /** A session that was not named is called by the first words said in it. */
  nameByFirstMessage(thread: ThreadRecord, text: string): void {
    const { store } = this.parts
    const session = sessionOf(store, thread.sessionId)
    if (session.title !== 'New session' || thread.kind !== 'main') return
    const line = [...(text.trim().split(/\r?\n/, 1)[0] ?? '')].slice(0, 80).join('')
    store.commit((tx) => {
      store.sessions.update(session.id, { title: line })
      announceSession(store, tx, session.id)
    })
  }
}

function mainThread(
  session: SessionRecord,
  choice: { model: string; effort: string | null; thinking: 'off' | 'adaptive' },
): ThreadRecord {
  return {
    ...choice,
    id: session.mainThreadId,
    sessionId: session.id,
    parentId: null,
    kind: 'main',
    title: 'Main',
    directive: null,
    branchTurnId: null,
    branchPosition: 0,
    branchMessage: 0,
    branchLink: null,
    state: 'idle',
    stateReason: null,
    endCause: null,
    resumable: false,
    steps: 0,
    permissionMode: session.permissionMode,
    isolation: 'none',
    startedBy: 'person',
    spawnToolUseId: null,
    groupId: null,
    groupSize: 1,
    reportBack: false,
    fallback: false,
    activity: null,
    createdAt: session.createdAt,
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
  }
}

/** Rules that were given with a session: what cannot be meant is said at once, not left to allow nothing. */
function checkedRules(rules: readonly string[]): readonly string[] {
  for (const [n, text] of rules.entries()) {
    const parsed = parseRule(text, 'allow', 'session', 'the caller')
    if (!parsed.ok)
      throw new FailureError('invalid_input', `The rule ${JSON.stringify(text)} cannot be meant: ${parsed.reason}`, {
        path: `unattended.allow.${n}`,
      })
  }
  return rules
}
