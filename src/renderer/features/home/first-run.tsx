import { Folder, Key, Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Project } from '../../../shared/domain/session'
import type { SettingsView } from '../../../shared/domain/settings'
import { useHost } from '../../client/use-host'
import { useApp } from '../../state/store'
import { goTo, openDialog } from '../../state/ui-actions'
import { Badge } from '../../ui/badge'
import { Kbd } from '../../ui/kbd'
import { ProblemNote } from '../../ui/problem-note'
import { PlaySign } from '../../ui/signs'
import styles from './first-run.module.css'
import { openDemo, startFirst } from './open-project'
import { useAttempt } from './use-attempt'

/** More projects than these are found again by opening their folder. */
const SHOWN_PROJECTS = 3

/** What is shown before there is anything: the ways to begin. */
export function FirstRun({ projects }: { projects: readonly Project[] }) {
  const host = useHost()
  const attempt = useAttempt()
  const settings = useApp(({ view }) => view.settings)
  const git = useApp(({ view }) => view.info?.git ?? null)
  const gitProblem = useApp(({ view }) => view.info?.gitProblem ?? null)
  const known = useApp(({ view }) => view.info !== null)
  const inDemo = useApp(({ view }) => view.info?.demo === true)
  const kept = settings?.apiKeyPersists ? 'Kept in the system’s keychain' : 'Kept in memory until Tine closes'
  return (
    <main className={styles.first}>
      <div className={styles.inside}>
        <Drawing />
        <h1 className={styles.title}>Start with a folder</h1>
        <p className={styles.lead}>
          Talk to an agent about it, fork any turn into several directions, and keep the work you like.
        </p>
        <div className={styles.choices}>
          {projects.slice(0, SHOWN_PROJECTS).map((project) => (
            <Choice
              key={project.id}
              icon={<Plus />}
              title={`New session in ${project.name}`}
              text={project.realPath}
              end={null}
              disabled={attempt.busy}
              onClick={() => void attempt.run(() => startFirst(host, project))}
            />
          ))}
          <Choice
            icon={<Folder />}
            title="Open a folder"
            text="A git repository is best: each fork then works in its own worktree."
            end={<Kbd action="open-folder" />}
            onClick={() => openDialog({ kind: 'open-folder' })}
          />
          {!inDemo && (
            <Choice
              icon={<PlaySign />}
              title="Try the demo"
              text="A scripted model on a small sample project. No key, no network, no cost."
              end={<span className={styles.quiet}>1 minute</span>}
              disabled={attempt.busy}
              onClick={() => void attempt.run(() => openDemo(host))}
            />
          )}
          <Choice
            icon={<Key />}
            title="Add an API key"
            text={`Anthropic, or any server that speaks the Messages API. ${kept}, never shown again.`}
            end={<KeyBadge settings={settings} />}
            onClick={() => goTo({ screen: 'settings' })}
          />
        </div>
        {attempt.problem && (
          <div className={styles.problem}>
            <ProblemNote advice={attempt.problem.advice}>{attempt.problem.text}</ProblemNote>
          </div>
        )}
        <p className={styles.foot}>
          {known && <span>{gitWords(git, gitProblem)}</span>}
          <span>Sessions are kept on this computer</span>
        </p>
      </div>
    </main>
  )
}

function KeyBadge({ settings }: { settings: SettingsView | null }) {
  if (settings?.apiKeySource === 'demo') return <Badge>not needed</Badge>
  return settings?.hasApiKey ? <Badge tone="ok">set</Badge> : <Badge>not set</Badge>
}

interface ChoiceProps {
  icon: ReactNode
  title: string
  text: string
  end: ReactNode
  disabled?: boolean
  onClick: () => void
}

function Choice({ icon, title, text, end, disabled, onClick }: ChoiceProps) {
  const id = useId()
  return (
    <button
      type="button"
      className={styles.choice}
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
      <span>
        <b id={id}>{title}</b>
        <span id={`${id}-text`} className={styles.text}>
          {text}
        </span>
      </span>
      {end}
    </button>
  )
}

/** The idea of the app in one line drawing: one trunk and three forks, of which one came home. */
function Drawing() {
  return (
    <svg width="620" height="92" viewBox="0 0 620 92" aria-hidden="true" fill="none" strokeWidth="2">
      <g>
        <path data-hue="3" stroke="var(--c)" d="M170 12V70a6 6 0 0 0 6 6H470" />
        <path data-hue="2" stroke="var(--c)" d="M170 12V48a6 6 0 0 0 6 6H548" />
        <path data-hue="1" stroke="var(--c)" d="M170 12V26a6 6 0 0 0 6 6H420a6 6 0 0 0 6-6V12" />
        <path data-hue="0" stroke="var(--c)" d="M4 12H616" />
      </g>
      <g fill="var(--c)" data-hue="0">
        <circle cx="5" cy="12" r="4" />
        <circle cx="88" cy="12" r="4" />
        <circle cx="170" cy="12" r="4" />
        <circle cx="612" cy="12" r="4" />
      </g>
      <circle data-hue="1" cx="426" cy="12" r="4" fill="var(--surface)" stroke="var(--c)" />
      <circle data-hue="3" cx="470" cy="76" r="4.5" fill="var(--c)" />
      <circle data-hue="2" cx="548" cy="54" r="4.5" fill="var(--c)" />
      <circle data-hue="2" cx="548" cy="54" r="7.5" stroke="var(--c)" strokeWidth="1.5" opacity=".45" />
    </svg>
  )
}

function gitWords(version: string | null, problem: string | null): string {
  if (version === null) return 'git was not found: forks share the folder'
  return problem === null ? `git ${version} found` : `${problem}: forks share the folder`
}
