import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useShallow } from 'zustand/react/shallow'
import { useApp, useSession } from '../state/store'
import { IconButton } from '../ui/button'
import { classes } from '../ui/classes'
import { ancestorsOf, siblingsOf } from './family'
import styles from './thread-path.module.css'

interface PathProps {
  threadId: string
  /** Leads to a thread that was chosen. */
  onStep: (threadId: string) => void
  className?: string
}

const NONE: readonly string[] = []

/** The way from the main thread to this one, each step a button; the thread itself is what stands behind it. Nothing for the main thread. */
export function ThreadPath({ threadId, onStep, className }: PathProps) {
  const ids = useApp(useShallow(({ view }) => (view.session ? ancestorsOf(view.session, threadId) : NONE)))
  if (ids.length === 0) return null
  return (
    <nav className={classes(styles.path, className)} aria-label="Path">
      <ol>
        {ids.map((id) => (
          <li key={id}>
            <Step threadId={id} onStep={onStep} />
            <ChevronRight size={12} aria-hidden="true" />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Step({ threadId, onStep }: PathProps) {
  const name = useSession((session) => {
    const thread = session.threads[threadId]
    return thread?.kind === 'main' ? 'Main' : (thread?.title ?? '')
  }, '')
  return (
    <button type="button" className="cut" title={name} onClick={() => onStep(threadId)}>
      {name}
    </button>
  )
}

/** Which of its siblings a thread is, and the way to those beside it; nothing for an only child. */
export function Siblings({ threadId, onStep, className }: PathProps) {
  const ids = useApp(useShallow(({ view }) => (view.session ? siblingsOf(view.session, threadId) : NONE)))
  const at = ids.indexOf(threadId)
  if (ids.length < 2 || at < 0) return null
  const step = (label: string, key: string, to: string | undefined, icon: React.ReactNode) => (
    <IconButton
      small
      label={label}
      title={`${label} (${key})`}
      icon={icon}
      aria-keyshortcuts={key}
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && onStep(to)}
    />
  )
  return (
    <fieldset className={classes(styles.siblings, className)} aria-label="Siblings">
      {step('Sibling before', '[', ids[at - 1], <ChevronLeft />)}
      <span className="num">
        {at + 1} of {ids.length}
      </span>
      {step('Next sibling', ']', ids[at + 1], <ChevronRight />)}
    </fieldset>
  )
}
