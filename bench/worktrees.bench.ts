// What worktrees cost, as one table: what is to be reached, what was measured, and whether it was reached.
import { printFigures } from './support/figures'
import { click } from './worktrees/click'
import { create } from './worktrees/create'
import { ten } from './worktrees/ten'

const FIGURES = { create, ten, click }

/** What can be measured by itself: `npm run bench:worktrees -- create`. */
export const parts = Object.keys(FIGURES)

export function main(asked: readonly string[] = []): Promise<void> {
  return printFigures('Worktrees', FIGURES, asked)
}
