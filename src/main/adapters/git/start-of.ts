/** The commit the branch of a worktree starts at: the parent's HEAD, or the commit that carries its work. */
export function startOf(plan: { base: string; baseTree: string | null }): string {
  return plan.baseTree ?? plan.base
}
