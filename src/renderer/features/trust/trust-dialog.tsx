import { ShieldAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { FailureError } from '../../../shared/contract/failure'
import type { TrustView } from '../../../shared/contract/system-commands'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { loadHome } from '../../state/load'
import { useApp } from '../../state/store'
import { closeDialog } from '../../state/ui-actions'
import { Button } from '../../ui/button'
import { Dialog, DialogPart } from '../../ui/dialog'
import { ProblemNote } from '../../ui/problem-note'
import { groupActivations } from './group-activations'
import styles from './trust-dialog.module.css'

/** Shows what a project's own files would switch on, and asks whether they may. Closing it keeps the project restricted. */
export function TrustDialog({ projectId }: { projectId: string }) {
  const host = useHost()
  const project = useApp(({ view }) => view.projects?.find((each) => each.id === projectId))
  const [trust, setTrust] = useState<TrustView | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [reading, setReading] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read again when the files were found changed
  useEffect(() => {
    let gone = false
    host.call('project.trust', { projectId }).then(
      (view) => gone || setTrust(view),
      (error: unknown) => gone || setProblem(failureText(error)),
    )
    return () => {
      gone = true
    }
  }, [host, projectId, reading])

  const decide = async (hash: string) => {
    setBusy(true)
    try {
      await host.call('project.trust', { projectId, hash })
      closeDialog()
      await loadHome(host)
    } catch (error) {
      setProblem(failureText(error))
      // The files changed while they were being read: the person sees the new ones before anything is trusted.
      if (error instanceof FailureError && error.failure.code === 'conflict') setReading((times) => times + 1)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="Trust this project?"
      icon={<ShieldAlert aria-hidden="true" />}
      onClose={closeDialog}
      className={styles.dialog}
      footer={
        <>
          <span className="grow">Restricted, all of this stays off. Deny and ask rules hold either way.</span>
          <Button data-first-focus onClick={closeDialog}>
            Keep restricted
          </Button>
          <Button tone="primary" disabled={!trust || busy} onClick={() => trust && void decide(trust.hash)}>
            Trust this project
          </Button>
        </>
      }
    >
      {project && (
        <DialogPart className={styles.where}>
          <b>{project.name}</b> <code>{project.realPath}</code>
        </DialogPart>
      )}
      {problem && (
        <DialogPart>
          <ProblemNote>{problem}</ProblemNote>
        </DialogPart>
      )}
      <DialogPart>
        {trust ? <Activations trust={trust} /> : <p aria-busy="true">Reading the project’s files…</p>}
      </DialogPart>
    </Dialog>
  )
}

function Activations({ trust }: { trust: TrustView }) {
  if (trust.activations.length === 0) return <p>Nothing in this project would become active.</p>
  return (
    <>
      {trust.changed.length > 0 && (
        <div className={styles.changed}>
          <h3>Changed since you trusted it</h3>
          <ul>
            {trust.changed.map((line) => (
              <li key={line}>
                <code className={styles.text}>{line}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      {trust.activations.some(({ kind }) => kind === 'tool-server') && (
        <p className={styles.lead}>
          Tool servers are programs that are started, or addresses that are reached. What they say of their tools
          becomes part of what the model is told.
        </p>
      )}
      <p className={styles.lead}>If you trust it, this becomes active:</p>
      {groupActivations(trust.activations).map((group) => (
        <section key={group.source} className={styles.group} aria-label={group.source}>
          <h3>
            <code>{group.source}</code>
          </h3>
          <ul>
            {group.entries.map((entry) => (
              <li key={`${entry.what} ${entry.text}`}>
                <span className={styles.what}>{entry.what}</span>
                <code className={styles.text}>{entry.text}</code>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
