import { FileInput, Folder, HardDrive, Inbox, LibraryBig, Play, Plus, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Project, SessionListEntry } from '../../../shared/domain/session'
import { goTo, openDialog } from '../../state/ui-actions'
import { Badge } from '../../ui/badge'
import { plural } from '../../ui/format-count'
import { Kbd } from '../../ui/kbd'
import { needsPerson } from './group-sessions'
import styles from './project-list.module.css'

interface ProjectListProps {
  projects: readonly Project[]
  sessions: readonly SessionListEntry[]
  /** null: all of them. */
  projectId: string | null
  onProject: (projectId: string | null) => void
  /** null: all of this is a demo already. */
  onDemo: (() => void) | null
}

/** The sidebar of Home: the projects, and what opens more of them. */
export function ProjectList({ projects, sessions, projectId, onProject, onDemo }: ProjectListProps) {
  const of = (id: string) => sessions.filter((session) => session.projectId === id)
  return (
    <aside className={styles.side}>
      <h2 className={styles.head}>
        Projects <span>{projects.length}</span>
      </h2>
      <nav className={styles.projects} aria-label="Projects">
        <Entry
          icon={<Inbox />}
          name="All projects"
          sub={plural(sessions.length, 'session')}
          waiting={sessions.filter(needsPerson).length}
          current={projectId === null}
          onClick={() => onProject(null)}
        />
        {projects.map((project) => (
          <Entry
            key={project.id}
            icon={<Folder />}
            name={project.name}
            title={project.realPath}
            sub={`${project.isGit ? '' : 'not a git repository · '}${plural(of(project.id).length, 'session')}`}
            waiting={of(project.id).filter(needsPerson).length}
            current={projectId === project.id}
            onClick={() => onProject(project.id)}
          />
        ))}
      </nav>
      <nav className={styles.nav} aria-label="App">
        <button type="button" onClick={() => openDialog({ kind: 'open-folder' })}>
          <Plus />
          Open a folder
          <span className="grow" />
          <Kbd action="open-folder" />
        </button>
        <button type="button" onClick={() => openDialog({ kind: 'import', projectId })}>
          <FileInput />
          Import…
        </button>
        {onDemo && (
          <button type="button" onClick={onDemo}>
            <Play />
            Try the demo
          </button>
        )}
        <button type="button" onClick={() => goTo({ screen: 'library', projectId })}>
          <LibraryBig />
          Library
          <span className="grow" />
          <Kbd action="library" />
        </button>
        <button type="button" onClick={() => goTo({ screen: 'storage' })}>
          <HardDrive />
          Storage
        </button>
        <button type="button" onClick={() => goTo({ screen: 'settings' })}>
          <Settings />
          Settings
        </button>
      </nav>
    </aside>
  )
}

interface EntryProps {
  icon: ReactNode
  name: string
  title?: string
  sub: string
  waiting: number
  current: boolean
  onClick: () => void
}

function Entry({ icon, name, title, sub, waiting, current, onClick }: EntryProps) {
  return (
    <button type="button" className={styles.entry} title={title} aria-current={current || undefined} onClick={onClick}>
      {icon}
      <span className={styles.words}>
        <span className={`${styles.name} cut`}>{name}</span>
        <span className={`${styles.sub} cut`}>{sub}</span>
      </span>
      {waiting > 0 && (
        <Badge tone="wait">
          {waiting}
          <span className="sr"> {waiting === 1 ? 'needs you' : 'need you'}</span>
        </Badge>
      )}
    </button>
  )
}
