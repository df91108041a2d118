import type { ReactNode } from 'react'
import type { WorktreeState as State } from '../../shared/domain/worktree'
import { classes } from '../ui/classes'
import styles from './worktree-state.module.css'
import { type WorktreeWords, worktreeWords } from './worktree-words'

const line = { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
const DASHES: Record<WorktreeWords['pattern'], string | undefined> = {
  solid: undefined,
  dashed: '2.4 1.9',
  dotted: '.01 2.4',
}

const INSIDE: Record<WorktreeWords['icon'], ReactNode> = {
  none: null,
  dot: <circle cx="7" cy="8.1" r="1.7" fill="currentColor" />,
  run: <path fill="currentColor" d="M5.7 6.1v4l3.4-2z" />,
  join: <path {...line} strokeWidth="1.3" d="M4.6 6.4v3.4M4.6 6.6c0 1.7 1 2.2 2.4 2.2h2.2M7.9 7.5l1.4 1.3-1.4 1.3" />,
  bar: <path {...line} strokeWidth="1.5" d="M4.8 8.1h4.4" />,
  back: <path {...line} strokeWidth="1.3" d="M6.3 6.2 4.8 7.6l1.5 1.4M5 7.6h2.6c1 0 1.7.6 1.7 1.6" />,
  cross: <path {...line} strokeWidth="1.4" d="m5.6 6.7 2.8 2.8M8.4 6.7 5.6 9.5" />,
}

/** The state of a worktree: a folder whose outline is the pattern and in which the sign stands, and the word. */
export function WorktreeState({ state, className }: { state: State; className?: string | undefined }) {
  const { word, icon, tone, pattern } = worktreeWords(state)
  return (
    <span className={classes(styles.state, styles[tone], className)}>
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        <path {...line} strokeWidth="1.3" strokeDasharray={DASHES[pattern]} d="M1.5 3.5v8h11v-7h-5.7l-1.4-1.6H1.5z" />
        {INSIDE[icon]}
      </svg>
      {word}
    </span>
  )
}
