import { Folder } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useHost } from '../../client/use-host'
import { useApp } from '../../state/store'
import { Button } from '../../ui/button'
import { Dialog, DialogPart } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { Kbd } from '../../ui/kbd'
import styles from './dialogs.module.css'
import { openFolder } from './open-project'
import { useAttempt } from './use-attempt'

/** Asks which folder to open: by its path, and in the desktop door also with the system's own dialog. */
export function OpenFolderDialog({ onClose }: { onClose: () => void }) {
  const host = useHost()
  const isDesktop = useApp(({ view }) => view.info?.door === 'electron')
  const [path, setPath] = useState('')
  const attempt = useAttempt()
  const open = (wanted: string) => void attempt.run(() => openFolder(host, wanted))
  const browse = () =>
    void attempt.run(async () => {
      const picked = await host.callShell('shell.pickFolder')
      if (picked.path === null) return
      setPath(picked.path)
      await openFolder(host, picked.path)
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (path.trim() !== '' && !attempt.busy) open(path.trim())
  }
  return (
    <Dialog title="Open a folder" icon={<Folder aria-hidden="true" />} onClose={onClose}>
      <form onSubmit={submit}>
        <DialogPart>
          <TextField
            label="Folder"
            value={path}
            placeholder="/home/you/project"
            hint="The whole path. A git repository is best: each fork then works in its own worktree."
            problem={attempt.problem && `${attempt.problem.text} ${attempt.problem.advice ?? ''}`}
            data-first-focus
            onChange={(event) => {
              setPath(event.target.value)
              attempt.clear()
            }}
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
            <Button tone="primary" submit disabled={attempt.busy || path.trim() === ''}>
              {attempt.busy ? 'Opening…' : 'Open'}
            </Button>
          </div>
        </DialogPart>
      </form>
    </Dialog>
  )
}
