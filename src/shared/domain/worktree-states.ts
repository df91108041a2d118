// Apart from the schemas, so that the page carries no validator for it.

/** The states in which the folder of a worktree is at its place, as far as it is known. */
export const PRESENT_STATES: ReadonlySet<string> = new Set(['ready', 'dirty', 'in-use', 'merging', 'restored'])
