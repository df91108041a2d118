import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { PermissionMode } from '../../../shared/domain/thread'
import { useHost } from '../../client/use-host'
import { useApp } from '../../state/store'
import { openDialog } from '../../state/ui-actions'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/choice'
import { Dialog, DialogPart } from '../../ui/dialog'
import { SelectField, TextField } from '../../ui/field'
import { Kbd } from '../../ui/kbd'
import { ProblemNote } from '../../ui/problem-note'
import styles from './dialogs.module.css'
import { startSession } from './open-project'
import { useAttempt } from './use-attempt'

const MODES: readonly { value: PermissionMode | ''; label: string }[] = [
  { value: '', label: 'As in the settings' },
  { value: 'default', label: 'Ask' },
  { value: 'acceptEdits', label: 'Accept edits' },
  { value: 'plan', label: 'Plan' },
  { value: 'bypassPermissions', label: 'Bypass: ask nothing' },
]

const LIVES: readonly { value: '5m' | '1h' | ''; label: string }[] = [
  { value: '', label: 'As in the settings' },
  { value: '5m', label: '5 minutes: writing costs least' },
  { value: '1h', label: '1 hour: for forks after a pause' },
]

/** Starts a session in a project; everything but the project may be left as it is. */
export function NewSessionDialog({ onClose }: { onClose: () => void }) {
  const projects = useApp(({ view }) => view.projects) ?? []
  const current = useApp(({ view }) => view.session?.session.projectId)
  const fallbackModel = useApp(({ view }) => view.settings?.model ?? '')
  const hourTtl = useApp(({ view }) => view.settings?.hourTtlOffered ?? false)
  const host = useHost()
  const attempt = useAttempt()
  const [chosen, setChosen] = useState<string | null>(null)
  const [title, setTitle] = useState('')
  const [model, setModel] = useState('')
  const [mode, setMode] = useState<PermissionMode | ''>('')
  const [cacheTtl, setCacheTtl] = useState<'5m' | '1h' | ''>('')
  const [coordinator, setCoordinator] = useState(false)
  const projectId = chosen ?? current ?? projects[0]?.id
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!projectId || attempt.busy) return
    const wishes = {
      title: title.trim() || undefined,
      model: model.trim() || undefined,
      permissionMode: mode || undefined,
      cacheTtl: cacheTtl || undefined,
      coordinator,
    }
    void attempt.run(() => startSession(host, projectId, wishes))
  }
  return (
    <Dialog title="New session" icon={<Plus aria-hidden="true" />} onClose={onClose}>
      <form onSubmit={submit}>
        <DialogPart className={styles.fields}>
          <SelectField
            label="Project"
            value={projectId}
            choices={projects.map((project) => ({ value: project.id, label: `${project.name} · ${project.realPath}` }))}
            onChange={(event) => setChosen(event.target.value)}
          />
          <TextField
            label="Title"
            value={title}
            maxLength={300}
            placeholder="From the first message"
            data-first-focus
            onChange={(event) => setTitle(event.target.value)}
          />
          <div className={styles.pair}>
            <TextField
              label="Model"
              value={model}
              maxLength={200}
              placeholder={fallbackModel}
              onChange={(event) => setModel(event.target.value)}
            />
            <SelectField
              label="Permission mode"
              value={mode}
              choices={MODES}
              onChange={(event) => setMode(MODES.find((each) => each.value === event.target.value)?.value ?? '')}
            />
          </div>
          {hourTtl && (
            <SelectField
              label="Cache entries live"
              value={cacheTtl}
              choices={LIVES}
              onChange={(event) => setCacheTtl(LIVES.find((each) => each.value === event.target.value)?.value ?? '')}
            />
          )}
          <Checkbox
            label="Coordinated"
            hint="the main agent only delegates; it cannot be forked by itself"
            checked={coordinator}
            onChange={setCoordinator}
          />
          {attempt.problem && <ProblemNote advice={attempt.problem.advice}>{attempt.problem.text}</ProblemNote>}
        </DialogPart>
        <DialogPart>
          <div className={styles.buttons}>
            <Button tone="ghost" onClick={() => openDialog({ kind: 'open-folder' })}>
              Another folder…
            </Button>
            <span className="grow" />
            <Button tone="ghost" onClick={onClose}>
              Cancel <Kbd keys="Escape" />
            </Button>
            <Button tone="primary" submit disabled={!projectId || attempt.busy}>
              Start session <Kbd keys="Enter" />
            </Button>
          </div>
        </DialogPart>
      </form>
    </Dialog>
  )
}
