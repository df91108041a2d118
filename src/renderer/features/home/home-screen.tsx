import { useRef, useState } from 'react'
import { useHost } from '../../client/use-host'
import { useApp } from '../../state/store'
import { openDialog } from '../../state/ui-actions'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { ProblemNote } from '../../ui/problem-note'
import { FirstRun } from './first-run'
import { HomeBar } from './home-bar'
import styles from './home-screen.module.css'
import { openDemo, startFirst } from './open-project'
import { ProjectList } from './project-list'
import { SessionList } from './session-list'
import { useAttempt } from './use-attempt'
import { useFreshHome } from './use-fresh-home'
import { useHomeKeys } from './use-home-keys'

/** All sessions, what needs the person first; before there is anything, the ways to begin. */
export function HomeScreen() {
  const host = useHost()
  const projects = useApp(({ view }) => view.projects)
  const sessions = useApp(({ view }) => view.sessions)
  const [chosen, setChosen] = useState(useApp(({ view }) => view.info?.startProjectId ?? null))
  const attempt = useAttempt()
  const inDemo = useApp(({ view }) => view.info?.demo === true)
  const unread = useFreshHome()
  const main = useRef<HTMLElement>(null)
  useHomeKeys(main, projects !== null && (sessions?.length ?? 0) > 0)
  if (!projects || !sessions) {
    return (
      <main className={styles.blank} aria-busy={unread === null}>
        {unread && (
          <ProblemNote
            actions={
              <Button small onClick={unread.retry}>
                Try again
              </Button>
            }
          >
            {unread.text}
          </ProblemNote>
        )}
      </main>
    )
  }
  if (sessions.length === 0) return <FirstRun projects={projects} />

  const project = projects.find((each) => each.id === chosen) ?? null
  const shown = project ? sessions.filter((session) => session.projectId === project.id) : sessions
  const only = project ?? (projects.length === 1 ? projects[0] : undefined)
  const newSession = () => {
    if (only) void attempt.run(() => startFirst(host, only))
    else openDialog({ kind: 'new-session' })
  }
  return (
    <div className={styles.home}>
      <HomeBar project={project} sessions={shown} busy={attempt.busy} onNewSession={newSession} />
      <ProjectList
        projects={projects}
        sessions={sessions}
        projectId={project?.id ?? null}
        onProject={setChosen}
        onDemo={inDemo ? null : () => void attempt.run(() => openDemo(host))}
      />
      <main ref={main} className={styles.main} aria-label="Sessions" data-single-keys="">
        {attempt.problem && (
          <div className={styles.problem}>
            <ProblemNote advice={attempt.problem.advice}>{attempt.problem.text}</ProblemNote>
          </div>
        )}
        {shown.length > 0 ? (
          <SessionList sessions={shown} projects={projects} />
        ) : (
          <EmptyState title="No session yet">
            A session is one piece of work: a conversation with all its forks.{' '}
            {inDemo ? 'Start one above.' : 'Start one above, or try the demo.'}
          </EmptyState>
        )}
      </main>
    </div>
  )
}
