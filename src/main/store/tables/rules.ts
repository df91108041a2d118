import type { RuleRecord } from '../records'

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
