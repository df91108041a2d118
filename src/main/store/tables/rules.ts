import type { Connection } from '../connection'
import { choice, type Fields, integer, text } from '../fields'
import type { RuleRecord } from '../records'
import { openRows } from '../rows'

export interface RuleScopes {
  threadIds: readonly string[]
  sessionId: string
  projectId: string
}

export interface RuleTable {
  /** Adds a rule; the same rule in the same scope is there once. */
  add(rule: Omit<RuleRecord, 'id'>): RuleRecord
  /** The rules of these threads, this session and this project, in the order in which they were added. */
  ofScopes(scopes: RuleScopes): RuleRecord[]
  remove(id: number): void
}

type NewRule = Omit<RuleRecord, 'id'>

const newFields: Fields<NewRule> = {
  effect: choice('effect', ['allow', 'ask', 'deny']),
  scope: choice('scope', ['thread', 'session', 'project']),
  scopeId: text('scope_id'),
  rule: text('rule'),
  createdAt: integer('created_at'),
}
const fields: Fields<RuleRecord> = { id: integer('id'), ...newFields }

export function openRules(connection: Connection): RuleTable {
  const rows = openRows(connection, 'rules', ['id'], fields)
  const newRows = openRows(connection, 'rules', ['id'], newFields)
  const same = rows.select('WHERE scope = ? AND scope_id = ? AND effect = ? AND rule = ?')
  const ofScopes = rows.select(
    `WHERE (scope = 'thread' AND scope_id IN (SELECT value FROM json_each(?)))
        OR (scope = 'session' AND scope_id = ?) OR (scope = 'project' AND scope_id = ?)
     ORDER BY id`,
  )
  const remove = rows.write('DELETE FROM rules WHERE id = ?')
  return {
    add(rule) {
      newRows.insertIfNew(rule)
      const added = same.first(rule.scope, rule.scopeId, rule.effect, rule.rule)
      if (!added) throw new Error('rules: a rule that was just added is not there')
      return added
    },
    ofScopes: (scopes) => ofScopes.all(JSON.stringify(scopes.threadIds), scopes.sessionId, scopes.projectId),
    remove: (id) => void remove.run(id),
  }
}
