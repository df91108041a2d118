import type { ToolServer } from '../../../shared/domain/tool-server'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { plural } from '../../ui/format-count'
import { TickBox } from '../../ui/tick-box'
import { carriedWords, serverWords } from './server-words'
import styles from './tool-servers.module.css'

interface ServerRowProps {
  server: ToolServer
  /** Null where nothing is chosen here. */
  picked: boolean | null
  onPick: (picked: boolean) => void
  /** Undefined where there is no session to connect. */
  onReconnect?: (() => void) | undefined
}

const CONNECTABLE: ReadonlySet<ToolServer['state']> = new Set(['resting', 'starting', 'connected', 'failed'])

/** One server: what it is, how it stands and why, and its tools. */
export function ServerRow({ server, picked, onPick, onReconnect }: ServerRowProps) {
  const words = serverWords(server)
  const carried = carriedWords(server)
  return (
    <li className={styles.server} aria-label={server.name}>
      {picked !== null && (
        <TickBox label={`Take ${server.name}`} state={picked ? 'all' : 'none'} onChange={(taken) => onPick(taken)} />
      )}
      <div className={styles.words}>
        <p className={styles.head}>
          <b>{server.name}</b>
          <Badge tone={words.tone}>{words.state}</Badge>
          <span className={styles.quiet}>{server.source}</span>
        </p>
        {server.shown !== '' && <code className={styles.shown}>{server.shown}</code>}
        {words.more && <p>{words.more}</p>}
        {carried && <p className={styles.quiet}>{carried}</p>}
        {server.lastWords.length > 0 && (
          <>
            <p className={styles.quiet}>Its last lines:</p>
            <pre className={styles.last}>{server.lastWords.slice(-6).join('\n')}</pre>
          </>
        )}
        <Tools server={server} />
      </div>
      {onReconnect && CONNECTABLE.has(server.state) && (
        <Button small aria-label={`Reconnect ${server.name}`} onClick={onReconnect}>
          {server.state === 'resting' ? 'Connect' : 'Reconnect'}
        </Button>
      )}
    </li>
  )
}

function Tools({ server: { tools, leftOut, prefix, title } }: Pick<ServerRowProps, 'server'>) {
  if (tools.length + leftOut.length === 0) return null
  const out = leftOut.length === 0 ? '' : `, ${leftOut.length} left out`
  return (
    <details className={styles.tools}>
      <summary>
        {plural(tools.length, 'tool')}
        {out}
      </summary>
      {title && (
        <p className={styles.quiet}>
          It calls itself {title}. Rules for all of it: {prefix}
        </p>
      )}
      <dl>
        {tools.map((tool) => (
          <div key={tool.wireName}>
            <dt>
              <code>{tool.wireName}</code>
            </dt>
            <dd>{tool.description || 'It says nothing of itself.'}</dd>
          </div>
        ))}
        {leftOut.map((tool) => (
          <div key={`${tool.tool} ${tool.reason}`} className={styles.out}>
            <dt>
              <code>{tool.tool}</code>
            </dt>
            <dd>Left out: {tool.reason}.</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
