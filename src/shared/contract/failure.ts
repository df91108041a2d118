// The closed list of expected failures; they cross the wire as they are.

export const FAILURE_CODES = [
  'invalid_input',
  'unknown_command',
  'not_found',
  'conflict',
  'internal',
  'fork.off',
  'fork.coordinator',
  'fork.not_forkable',
  'budget.exceeded',
  'attachment.refused',
  'approval.decided',
  'worktree.missing',
  'worktree.dirty',
  'worktree.conflict',
  'worktree.not_git',
  'worktree.no_commit',
  'worktree.busy',
  'thread.running',
  'thread.nothing_to_resume',
  'project.not_found',
  'project.not_a_folder',
  'project.unreadable',
  'provider.no_key',
  'provider.auth',
  'provider.model',
  'provider.network',
  'provider.rate_limited',
  'provider.overloaded',
  'provider.refused',
  'provider.protocol',
  'store.locked',
  'store.newer',
  'store.unreadable',
  'store.full',
] as const

export type FailureCode = (typeof FAILURE_CODES)[number]

/** An expected failure: a code a program can act on, a sentence a person can act on, and facts. */
export interface Failure {
  code: FailureCode
  message: string
  [fact: string]: unknown
}

/** Carries a `Failure` through code that throws; everything else that is thrown is a bug or a cancellation. */
export class FailureError extends Error {
  override readonly name = 'FailureError'
  readonly failure: Failure

  constructor(code: FailureCode, message: string, facts: Record<string, unknown> = {}) {
    super(message)
    this.failure = { ...facts, code, message }
  }
}
