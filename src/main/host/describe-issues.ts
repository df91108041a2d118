// Says what is wrong with an input: the path, the expected form, never the value.
import type { z } from 'zod'
import type { Failure } from '../../shared/contract/failure'

/** The failure for an input that does not fit its schema; names the first problem and lists up to ten. */
export function describeIssues(error: z.ZodError, what: string): Failure {
  const issues = error.issues.slice(0, 10).map((issue) => ({
    path: issue.path.map(String).join('.'),
    message: issue.message,
  }))
  const first = issues[0]
  const where = first?.path ? ` at ${first.path}` : ''
  return {
    code: 'invalid_input',
    message: `${what} is not right${where}: ${first?.message ?? 'wrong form'}.`,
    path: first?.path ?? '',
    issues,
  }
}
