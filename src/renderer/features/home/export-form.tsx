import { FileOutput } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { FailureError } from '../../../shared/contract/failure'
import { useHost } from '../../client/use-host'
import { useApp, useSession } from '../../state/store'
import { tell } from '../../state/ui-actions'
import { Button } from '../../ui/button'
import { Checkbox, RadioGroup } from '../../ui/choice'
import { Dialog, DialogPart } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { formatBytes } from '../../ui/format-count'
import { Kbd } from '../../ui/kbd'
import styles from './dialogs.module.css'
import { useAttempt } from './use-attempt'

type Format = 'bundle' | 'markdown'

const ENDINGS: Record<Format, string> = { bundle: '.tine', markdown: '.md' }

const FORMATS = [
  { value: 'bundle', label: 'Bundle', hint: 'another Tine can import it and fork from every turn' },
  { value: 'markdown', label: 'Markdown', hint: 'to be read, with what it cost at its end' },
] as const

/** Asks where to write the session on show, and as what. */
export function ExportForm({ onClose }: { onClose: () => void }) {
  const host = useHost()
  const session = useSession(({ session: each }) => each, null)
  const project = useApp(({ view }) => view.projects?.find(({ id }) => id === session?.projectId))
  const isDesktop = useApp(({ view }) => view.info?.door === 'electron')
  const [format, setFormat] = useState<Format>('bundle')
  const [path, setPath] = useState(() => placeFor(project?.realPath ?? '', session?.title ?? 'session'))
  const [taken, setTaken] = useState(false)
  const [overwrite, setOverwrite] = useState(false)
  const attempt = useAttempt()
  const take = (wanted: string) => {
    setPath(wanted)
    setTaken(false)
    setOverwrite(false)
    attempt.clear()
  }
  const choose = (wanted: Format) => {
    setFormat(wanted)
    take(path.replace(/\.(tine|md)$/, ENDINGS[wanted]))
  }
  const browse = () =>
    void attempt.run(async () => {
      const picked = await host.callShell('shell.pickPlace')
      if (picked.path === null) return
      take(picked.path)
      // The system's own dialog has asked already.
      setOverwrite(true)
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!session || path.trim() === '' || attempt.busy) return
    void attempt.run(async () => {
      try {
        const input = { sessionId: session.id, path: path.trim(), format, overwrite }
        const written = await host.call('session.export', input)
        onClose()
        tell({ what: `Exported ${session.title}`, more: `${formatBytes(written.bytes)} in ${written.path}` })
      } catch (error) {
        setTaken(error instanceof FailureError && error.failure.exists === true)
        throw error
      }
    })
  }
  return (
    <Dialog title="Export the session" icon={<FileOutput aria-hidden="true" />} onClose={onClose}>
      <form onSubmit={submit}>
        <DialogPart className={styles.fields}>
          <RadioGroup label="Format" value={format} options={FORMATS} onChange={choose} />
          <TextField
            label="File"
            value={path}
            hint="The whole path. What was said and what tools gave back is in it; no keys, rules or settings are."
            problem={attempt.problem && `${attempt.problem.text} ${attempt.problem.advice ?? ''}`}
            data-first-focus
            onChange={(event) => take(event.target.value)}
          />
          {(taken || overwrite) && (
            <Checkbox label="Replace the file that is there" checked={overwrite} onChange={setOverwrite} />
          )}
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
            <Button tone="primary" submit disabled={attempt.busy || !session || path.trim() === ''}>
              {attempt.busy ? 'Exporting…' : 'Export'}
            </Button>
          </div>
        </DialogPart>
      </form>
    </Dialog>
  )
}

/** Beside the project's folder, so that no repository finds a new file in it. */
function placeFor(projectPath: string, title: string): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  const separator = projectPath.includes('\\') ? '\\' : '/'
  const folder = projectPath.slice(0, Math.max(0, projectPath.lastIndexOf(separator)))
  return `${folder}${separator}${name || 'session'}.tine`
}
