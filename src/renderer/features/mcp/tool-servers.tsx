import type { CommandResult } from '../../../shared/contract/commands'
import { openDialog } from '../../state/ui-actions'
import { useCommand } from '../../state/use-command'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { ProblemNote } from '../../ui/problem-note'
import { ServerRow } from './server-row'
import styles from './tool-servers.module.css'

interface ToolServerListProps {
  projectId: string
  /** Whose servers can be connected; null outside of a session. */
  sessionId: string | null
  reading: CommandResult<'mcp.list'>
  /** The names that are picked; null where nothing is chosen. */
  picked: ReadonlySet<string> | null
  onPick: (name: string, picked: boolean) => void
}

/** The servers with their states, and the files that cannot be read. */
export function ToolServerList({ projectId, sessionId, reading, picked, onPick }: ToolServerListProps) {
  const command = useCommand()
  const { servers, broken } = reading
  const reconnect = (server: string) =>
    sessionId === null
      ? undefined
      : () => void command(`${server} was not connected`, 'mcp.reconnect', { sessionId, server })
  return (
    <>
      {broken.map(({ source, line, reason }) => (
        <ProblemNote key={`${source} ${reason}`}>
          {source}
          {line !== null && `, line ${line}`}: {reason}.
        </ProblemNote>
      ))}
      {servers.some(({ state }) => state === 'inert') && (
        <p className={styles.inert}>
          Servers that the project names are not started before you trust it.
          <Button small onClick={() => openDialog({ kind: 'trust', projectId })}>
            Look at it
          </Button>
        </p>
      )}
      {servers.length === 0 ? (
        <EmptyState title="No tool servers">
          A project names them in .mcp.json; your own stand in ~/.claude.json, under “mcpServers”.
        </EmptyState>
      ) : (
        <ul className={styles.servers}>
          {servers.map((server) => (
            <ServerRow
              key={server.name}
              server={server}
              picked={picked?.has(server.name) ?? null}
              onPick={(taken) => onPick(server.name, taken)}
              onReconnect={reconnect(server.name)}
            />
          ))}
        </ul>
      )}
    </>
  )
}
