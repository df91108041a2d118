import type { HTMLAttributes, ReactNode } from 'react'
import styles from './badge.module.css'
import { classes } from './classes'

export type BadgeTone = 'quiet' | 'wait' | 'bad' | 'ok'

interface BadgeProps extends HTMLAttributes<HTMLSpanElement> {
  tone?: BadgeTone
  children: ReactNode
}

/** A small count or word in a capsule. */
export function Badge({ tone = 'quiet', children, className, ...rest }: BadgeProps) {
  return (
    <span {...rest} className={classes(styles.badge, styles[tone], className)}>
      {children}
    </span>
  )
}

/** `hue` is 0 to 11 or `off`, as the tokens have them. */
export type Hue = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 'off'

/** The letter that tells siblings apart, in the hue of its thread; decoration, the name stands beside it. */
export function LetterBadge({ letter, hue }: { letter: string; hue: Hue }) {
  return (
    <span className={styles.letter} data-hue={hue} aria-hidden="true">
      {letter}
    </span>
  )
}
