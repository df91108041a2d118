import type { ReactNode } from 'react'
import type { StateIconName } from './thread-words'

const ring = <circle cx="7" cy="7" r="5" fill="none" stroke="currentColor" strokeWidth="1.5" />
const line = { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
/** Drawn over a filled shape, in the colour of what lies behind it. */
const knock = { ...line, stroke: 'var(--knock, var(--surface))', strokeWidth: 1.5 } as const

const SHAPES: Record<StateIconName, ReactNode> = {
  queued: (
    <>
      {ring}
      <path {...line} strokeWidth="1.6" d="M4.8 7h.01M7 7h.01M9.2 7h.01" />
    </>
  ),
  warming: (
    <>
      {ring}
      <path fill="currentColor" d="M2.5 7a4.5 4.5 0 0 0 9 0z" />
    </>
  ),
  streaming: (
    <>
      <circle cx="7" cy="7" r="2.75" fill="currentColor" />
      <path {...line} strokeWidth="1.5" d="M7 1.5a5.5 5.5 0 1 1-5.5 5.5" />
    </>
  ),
  waiting: (
    <>
      <path fill="currentColor" stroke="currentColor" strokeLinejoin="round" d="M7 1.2 12.8 7 7 12.8 1.2 7z" />
      <path {...knock} d="M7 4.2v3.2M7 9.7v.05" />
    </>
  ),
  silent: (
    <>
      {ring}
      <path {...line} strokeWidth="1.5" d="M4.75 7h4.5" />
    </>
  ),
  rate: (
    <>
      {ring}
      <path {...line} strokeWidth="1.5" d="M7 4.25V7l1.9 1.3" />
    </>
  ),
  interrupted: <circle cx="7" cy="7" r="5.25" {...line} strokeWidth="1.8" strokeDasharray=".01 3.2987" />,
  stopped: (
    <>
      {ring}
      <rect x="5" y="5" width="4" height="4" rx=".8" fill="currentColor" />
    </>
  ),
  failed: (
    <>
      <circle cx="7" cy="7" r="5.75" fill="currentColor" />
      <path {...knock} d="m5 5 4 4M9 5 5 9" />
    </>
  ),
  limit: <path {...line} strokeWidth="1.6" d="M2.5 2h9M7 12V5.2M4.2 7.8 7 5l2.8 2.8" />,
  resumable: (
    <>
      {ring}
      <path fill="currentColor" d="M5.8 4.8v4.4L9.4 7z" />
    </>
  ),
  done: (
    <>
      <circle cx="7" cy="7" r="5.75" fill="currentColor" />
      <path {...knock} d="m4.5 7.2 1.8 1.8 3.3-3.8" />
    </>
  ),
  home: (
    <>
      <path {...line} strokeWidth="1.6" d="M12 1.5v3.25A2.25 2.25 0 0 1 9.75 7H6.5M4 1.5v2M4 10.5v2" />
      <circle cx="4" cy="7" r="2.4" {...line} strokeWidth="1.6" />
    </>
  ),
  discarded: <path {...line} strokeWidth="1.8" d="M7 1.5v8M3 10.5h8" />,
  missing: <path {...line} strokeWidth="1.4" strokeDasharray="2.2 1.6" d="M1.75 4v7.25h10.5V5H7L5.5 3H1.75z" />,
  idle: <circle cx="7" cy="7" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.75" />,
}

/** The sign of a state, 14 by 14, in the thread's hue; decoration, the word stands beside it. */
export function StateIcon({ name, className }: { name: StateIconName; className?: string }) {
  return (
    <svg className={className} width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      {SHAPES[name]}
    </svg>
  )
}
