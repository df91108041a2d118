import { startTransition, useEffect, useId, useState } from 'react'
import type { Project, SessionListEntry } from '../../../shared/domain/session'
import { StateIcon } from '../../threads/state-icon'
import { useNow } from '../../ui/elapsed'
import { groupSessions } from './group-sessions'
import styles from './home-screen.module.css'
import { SessionRow } from './session-row'

interface SessionListProps {
  sessions: readonly SessionListEntry[]
  projects: readonly Project[]
}

/** More than a screen holds. */
const FIRST_ROWS = 24

/** Whether all rows are to be drawn: the first time those in view are painted before the others are made. */
function useAllRows(): boolean {
  const [all, setAll] = useState(false)
  useEffect(() => startTransition(() => setAll(true)), [])
  return all
}

/** The sessions in their three groups; a group without sessions is not there. */
export function SessionList({ sessions, projects }: SessionListProps) {
  let room = useAllRows() ? sessions.length : FIRST_ROWS
  const nowMs = Math.floor(useNow() / 60_000) * 60_000
  const groups = groupSessions(sessions)
  const names = new Map(projects.map((project) => [project.id, project.name]))
  const rows = (list: readonly SessionListEntry[]) => {
    const drawn = list.slice(0, room)
    room -= drawn.length
    return drawn.map((session) => (
      <li key={session.id}>
        <SessionRow session={session} projectName={names.get(session.projectId) ?? ''} nowMs={nowMs} />
      </li>
    ))
  }
  return (
    <>
      <Group title="Needs you" tone="wait">
        {rows(groups.needsYou)}
      </Group>
      <Group title="Running" tone="running">
        {rows(groups.running)}
      </Group>
      <Group title="Recent">{rows(groups.recent)}</Group>
    </>
  )
}

function Group({ title, tone, children }: { title: string; tone?: 'wait' | 'running'; children: React.ReactNode[] }) {
  const id = useId()
  if (children.length === 0) return null
  return (
    <section className={styles.group} aria-labelledby={id} data-needy={tone === 'wait' || undefined}>
      <h2 id={id} data-tone={tone}>
        {tone && <StateIcon name={tone === 'wait' ? 'waiting' : 'streaming'} />}
        {title}
      </h2>
      <ul>{children}</ul>
    </section>
  )
}
