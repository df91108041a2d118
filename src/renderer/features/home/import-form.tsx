import { FileInput } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { mintId } from '../../client/mint-id'
import { useHost } from '../../client/use-host'
import { loadHome } from '../../state/load'
import { useApp } from '../../state/store'
import { goTo } from '../../state/ui-actions'
import { Button } from '../../ui/button'
import { Dialog, DialogPart } from '../../ui/dialog'
import { SelectField, TextField } from '../../ui/field'
import { Kbd } from '../../ui/kbd'
import styles from './dialogs.module.css'
import { type Imported, ImportResult } from './import-result'
import { Transcripts } from './transcripts'
import { useAttempt } from './use-attempt'
import { useTranscripts } from './use-transcripts'

/** Asks which file to make a session of: one of those another program keeps of the project, or one by its path. */
export function ImportForm({ projectId, onClose }: { projectId: string | null; onClose: () => void }) {
  const host = useHost()
  const projects = useApp(({ view }) => view.projects) ?? []
  const isDesktop = useApp(({ view }) => view.info?.door === 'electron')
  const [chosen, setChosen] = useState(projectId ?? projects[0]?.id ?? '')
  const [path, setPath] = useState('')
  const [imported, setImported] = useState<Imported | null>(null)
  const attempt = useAttempt()
  const found = useTranscripts(chosen)
  const take = (wanted: string) => {
    setPath(wanted)
    attempt.clear()
  }
  const browse = () =>
    void attempt.run(async () => {
      const picked = await host.callShell('shell.pickFile')
      if (picked.path !== null) setPath(picked.path)
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (path.trim() === '' || attempt.busy) return
    void attempt.run(async () => {
      const input = { path: path.trim(), projectId: chosen, sessionId: mintId('session') }
      const result = await host.call('session.import', input)
      await loadHome(host)
      if (result.skippedLines > 0) setImported(result)
      else goTo({ screen: 'session', sessionId: result.sessionId })
    })
  }
  if (imported) return <ImportResult imported={imported} onClose={onClose} />
  return (
    <Dialog title="Import a session" icon={<FileInput aria-hidden="true" />} onClose={onClose}>
      <form onSubmit={submit}>
        <DialogPart className={styles.fields}>
          <SelectField
            label="Into project"
            value={chosen}
            choices={projects.map((project) => ({ value: project.id, label: `${project.name} · ${project.realPath}` }))}
            onChange={(event) => setChosen(event.target.value)}
          />
          <Transcripts found={found} path={path} onTake={take} />
          <TextField
            label="File"
            value={path}
            placeholder="/home/you/session.tine"
            hint="A transcript of Claude Code (.jsonl), or a bundle exported from Tine. A bundle brings the instructions its model was given; no rules, no settings and no approvals come with either."
            problem={attempt.problem && `${attempt.problem.text} ${attempt.problem.advice ?? ''}`}
            data-first-focus
            onChange={(event) => take(event.target.value)}
          />
        </DialogPart>
        <DialogPart>
          <div className={styles.buttons}>
            {isDesktop && (
              <Button disabled={attempt.busy} onClick={browse}>
                Browse…
              </Button>
            )}
            <span className="grow" />
            <Button tone="ghost" onClick={onClose}>
              Cancel <Kbd keys="Escape" />
            </Button>
            <Button tone="primary" submit disabled={attempt.busy || path.trim() === '' || chosen === ''}>
              {attempt.busy ? 'Importing…' : 'Import'}
            </Button>
          </div>
        </DialogPart>
      </form>
    </Dialog>
  )
}
