import { Plug } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../state/store'
import { tell } from '../../state/ui-actions'
import { useCommand } from '../../state/use-command'
import { Button } from '../../ui/button'
import { Dialog, DialogPart } from '../../ui/dialog'
import { ProblemNote } from '../../ui/problem-note'
import { pickedNames } from './server-words'
import { ToolServerList } from './tool-servers'
import styles from './tool-servers.module.css'
import { useToolServers } from './use-tool-servers'

interface ToolServersDialogProps {
  threadId: string
  onClose: () => void
}

/** The tool servers of a session, and which of them a thread takes from its next turn on. */
export function ToolServersDialog({ threadId, onClose }: ToolServersDialogProps) {
  const projectId = useSession((session) => session.session.projectId, null)
  const sessionId = useSession((session) => session.session.id, null)
  const title = useSession((session) => session.threads[threadId]?.title, undefined)
  if (projectId === null || sessionId === null || title === undefined) return null
  return <Servers {...{ projectId, sessionId, threadId, title, onClose }} />
}

interface ServersProps extends ToolServersDialogProps {
  projectId: string
  sessionId: string
  title: string
}

function Servers({ projectId, sessionId, threadId, title, onClose }: ServersProps) {
  const { reading, problem, again } = useToolServers(projectId, threadId)
  const command = useCommand()
  const [changes, setChanges] = useState<Readonly<Record<string, boolean>>>({})
  const servers = reading?.servers ?? []
  const picked = new Set(servers.filter(({ name, chosen }) => changes[name] ?? chosen).map(({ name }) => name))
  const changed = servers.some(({ name, chosen }) => picked.has(name) !== chosen)
  const differs = servers.some((server) => server.differs)
  const sent = servers.some(({ carried }) => carried !== null)
  const take = async () => {
    const mcpServers = pickedNames(servers, picked)
    const done = await command('The servers were not taken', 'thread.configure', { threadId, mcpServers })
    if (!done) return
    setChanges({})
    again()
    tell({
      what: `${title} takes its tool servers anew from the next turn.`,
      ...(done.cacheStartsAgain ? { more: 'The cache then starts again.' } : {}),
    })
  }
  return (
    <Dialog
      title={`Tool servers of ${title}`}
      icon={<Plug aria-hidden="true" />}
      onClose={onClose}
      className={styles.dialog ?? ''}
      footer={
        <>
          <span className={`${styles.foot} grow`}>{footWords(changed || differs, sent, reading?.due ?? false)}</span>
          <Button data-first-focus onClick={onClose}>
            Close
          </Button>
          <Button tone="primary" disabled={!changed && !differs} onClick={() => void take()}>
            Take from the next turn
          </Button>
        </>
      }
    >
      <DialogPart className={styles.lead ?? ''}>
        All threads of the session share one connection to each. What a server says of its tools is part of what the
        model is told.
      </DialogPart>
      <DialogPart>
        {problem && <ProblemNote>{problem}</ProblemNote>}
        {reading ? (
          <ToolServerList
            {...{ projectId, sessionId, reading, picked }}
            onPick={(name, taken) => setChanges({ ...changes, [name]: taken })}
          />
        ) : (
          !problem && <p aria-busy="true">Reading which servers there are…</p>
        )}
      </DialogPart>
    </Dialog>
  )
}

function footWords(changes: boolean, sent: boolean, due: boolean): string {
  if (changes && sent) return 'Other tools are a new snapshot: the cache starts again.'
  if (due) return 'The next turn takes what is chosen.'
  return ''
}
