import type { z } from 'zod'
import { bodySchema, type MessagesBody } from './body-schema'
import type { Problem } from './problem'

type Shaped = { body: MessagesBody; problem: null } | { body: null; problem: Problem }

/**
 * Checks every field of a body. The body handed back is the one handed in (never a rebuilt copy), so the order of its
 * keys, and with it the bytes of its blocks, are the client's.
 */
export function checkShape(body: unknown): Shaped {
  const result = bodySchema.safeParse(body)
  if (!isShaped(body, result.success)) {
    const issue = result.error?.issues[0]
    return { body: null, problem: issue === undefined ? { path: '', message: 'Invalid body' } : toProblem(issue, []) }
  }
  return { body, problem: null }
}

function isShaped(_body: unknown, success: boolean): _body is MessagesBody {
  return success
}

type Issue = z.core.$ZodIssue

function toProblem(issue: Issue, above: readonly PropertyKey[]): Problem {
  const path = [...above, ...issue.path]
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const deepest = issue.errors.flat().reduce((a, b) => (b.path.length > a.path.length ? b : a), firstOf(issue))
    if (deepest !== issue) return toProblem(deepest, path)
  }
  if (issue.code === 'unrecognized_keys') {
    return { path: join([...path, issue.keys[0] ?? '']), message: 'Extra inputs are not permitted' }
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return { path: join(path), message: issue.message.includes('undefined') ? 'Field required' : issue.message }
  }
  return { path: join(path), message: issue.message }
}

function firstOf(issue: Extract<Issue, { code: 'invalid_union' }>): Issue {
  return issue.errors.flat()[0] ?? issue
}

function join(path: readonly PropertyKey[]): string {
  return path.map(String).join('.')
}
