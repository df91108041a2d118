/** Why a body is refused: where, and in which words. An empty path is the body as a whole. */
export type Problem = { path: string; message: string }

/** The problem as the API words it. */
export function problemText(problem: Problem): string {
  return problem.path === '' ? problem.message : `${problem.path}: ${problem.message}`
}

/** The first problem that one of the checks finds. Later checks may rely on earlier ones having passed. */
export function firstProblem<T>(subject: T, checks: readonly ((subject: T) => Problem | null)[]): Problem | null {
  for (const check of checks) {
    const problem = check(subject)
    if (problem !== null) return problem
  }
  return null
}
