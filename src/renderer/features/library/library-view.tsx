import { ArrowLeft, RefreshCw, ShieldAlert } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useApp } from '../../state/store'
import { goTo, openDialog } from '../../state/ui-actions'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { ProblemNote } from '../../ui/problem-note'
import { librarySections } from './library-rows'
import styles from './library-view.module.css'
import { SectionList } from './section-list'
import { useLibrary } from './use-library'

/** The screen: the files of one project and of the person, by what they are. */
export function LibraryView() {
  const projects = useApp(({ view }) => view.projects)
  const wanted = useApp(({ ui }) => (ui.route.screen === 'library' ? ui.route.projectId : null))
  const project = projects?.find(({ id }) => id === wanted) ?? projects?.[0] ?? null
  const { reading, problem, busy, again } = useLibrary(project?.id ?? null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const back = () => (history.length > 1 ? history.back() : goTo({ screen: 'home' }))
  const sections = reading === null ? [] : librarySections(reading)
  const inert = sections.some(({ rows }) => rows.some(({ state }) => state === 'inert'))
  return (
    <div className={styles.screen}>
      <header className={styles.bar}>
        <Button tone="ghost" icon={<ArrowLeft />} onClick={back}>
          Back
        </Button>
        <h1 ref={heading} tabIndex={-1}>
          Library
        </h1>
        <ProjectChoice projectId={project?.id ?? null} />
        <span className="grow" />
        <Button icon={<RefreshCw />} disabled={busy || project === null} aria-busy={busy} onClick={again}>
          Read again
        </Button>
      </header>
      {/* It scrolls, and may hold nothing that takes the focus: arrows have to reach its end. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <main className={styles.main} aria-label="Library" aria-busy={busy && project !== null} tabIndex={0}>
        {problem && (
          <ProblemNote
            actions={
              <Button small onClick={again}>
                Try again
              </Button>
            }
          >
            {problem}
          </ProblemNote>
        )}
        {projects !== null && project === null && (
          <EmptyState
            title="No project yet"
            actions={<Button onClick={() => openDialog({ kind: 'open-folder' })}>Open a folder</Button>}
          >
            Agents, commands, skills and notes that a project keeps as files are listed here, beside your own.
          </EmptyState>
        )}
        {project && inert && (
          <div className={styles.restricted}>
            <ShieldAlert aria-hidden="true" />
            <p>What is inert waits until you have looked at it and trust the project with it as it is now.</p>
            <Button small onClick={() => openDialog({ kind: 'trust', projectId: project.id })}>
              Look at it
            </Button>
          </div>
        )}
        {project && !reading && !problem && <p className={styles.reading}>Reading the files…</p>}
        {sections.map((section) => (
          <SectionList key={section.id} section={section} />
        ))}
      </main>
    </div>
  )
}

/** Whose files these are; a choice where there are several projects. */
function ProjectChoice({ projectId }: { projectId: string | null }) {
  const id = useId()
  const projects = useApp(({ view }) => view.projects) ?? []
  if (projectId === null) return null
  return (
    <>
      <label htmlFor={id} className="sr">
        Project
      </label>
      <select
        id={id}
        className={styles.project}
        value={projectId}
        onChange={(event) => goTo({ screen: 'library', projectId: event.target.value })}
      >
        {projects.map((project) => (
          <option key={project.id} value={project.id}>
            {project.name}
          </option>
        ))}
      </select>
    </>
  )
}
