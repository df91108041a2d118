import { z } from 'zod'
import type { ThreadState } from '../../../shared/domain/thread'
import { isolationSchema, permissionMode, startedBy, threadKind, threadState } from '../../../shared/domain/thread'
import type { Ancestor } from '../ancestry'
import type { Connection } from '../connection'
import { choice, type Fields, flag, integer, json, nullable, text } from '../fields'
import type { ThreadRecord } from '../records'
import { mustChange, openRows } from '../rows'
import { threadText } from '../search/item-text'
import { openSearchIndex } from '../search/search-index'

export interface ThreadTable {
  insert(thread: ThreadRecord): void
  get(id: string): ThreadRecord | undefined
  /** All threads of a session, in the order of creation: a parent before its children. */
  ofSession(sessionId: string): ThreadRecord[]
  /** The direct children, in the order of creation. */
  children(threadId: string): ThreadRecord[]
  update(id: string, patch: Partial<Omit<ThreadRecord, 'id'>>): void
  /** Threads of all sessions that are in one of the states, in the order of creation. */
  inStates(states: readonly ThreadState[]): ThreadRecord[]
  /** The path from the root to the thread itself; empty for an unknown thread. Positions are absolute over the whole history. */
  ancestors(threadId: string): readonly Ancestor[]
}

const fields: Fields<ThreadRecord> = {
  id: text('id'),
  sessionId: text('session_id'),
  parentId: nullable(text('parent_id')),
  kind: choice('kind', threadKind.options),
  title: text('title'),
  directive: nullable(text('directive')),
  model: text('model'),
  effort: nullable(text('effort')),
  thinking: choice('thinking', ['off', 'adaptive']),
  branchTurnId: nullable(text('branch_turn_id')),
  branchPosition: integer('branch_position'),
  branchMessage: integer('branch_message'),
  branchLink: nullable(text('branch_link')),
  state: choice('state', threadState.options),
  stateReason: nullable(text('state_reason')),
  endCause: nullable(choice('end_cause', ['person', 'isolation', 'shutdown', 'crash'])),
  resumable: flag('resumable'),
  steps: integer('steps'),
  permissionMode: choice('permission_mode', permissionMode.options),
  isolation: choice('isolation', isolationSchema.options),
  startedBy: choice('started_by', startedBy.options),
  spawnToolUseId: nullable(text('spawn_tool_use_id')),
  groupId: nullable(text('group_id')),
  groupSize: integer('group_size'),
  reportBack: flag('report_back'),
  fallback: flag('fallback'),
  activity: nullable(text('activity')),
  createdAt: integer('created_at'),
  endedAt: nullable(integer('ended_at')),
  silentSince: nullable(integer('silent_since')),
  broughtBackAt: nullable(integer('brought_back_at')),
  archivedAt: nullable(integer('archived_at')),
  report: nullable(text('report')),
  agentType: nullable(text('agent_type')),
  stepLimit: nullable(integer('step_limit')),
  islandSource: nullable(text('island_source')),
  toolServers: nullable(json('tool_servers_json', z.array(z.string()))),
  toolsDue: flag('tools_due'),
}

export function openThreads(connection: Connection, ancestors: (threadId: string) => readonly Ancestor[]): ThreadTable {
  const rows = openRows(connection, 'threads', ['id'], fields, true)
  const index = openSearchIndex(connection, 'threads')
  const byId = rows.select('WHERE id = ?')
  const ofSession = rows.select('WHERE session_id = ? ORDER BY ordinal')
  const ofParent = rows.select('WHERE parent_id = ? ORDER BY ordinal')
  const inStates = rows.select('WHERE state IN (SELECT value FROM json_each(?)) ORDER BY ordinal')
  return {
    insert(thread) {
      rows.insert(thread)
      index.put(thread.id, threadText(thread))
    },
    get: (id) => byId.first(id),
    ofSession: (sessionId) => ofSession.all(sessionId),
    children: (threadId) => ofParent.all(threadId),
    update(id, patch) {
      mustChange(rows.update([id], patch), 'threads', id)
      const thread = patch.title === undefined && patch.directive === undefined ? undefined : byId.first(id)
      if (thread) index.put(id, threadText(thread))
    },
    inStates: (states) => inStates.all(JSON.stringify(states)),
    ancestors,
  }
}
