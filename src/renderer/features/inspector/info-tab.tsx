import type { ReactNode } from 'react'
import type { Thread } from '../../../shared/domain/thread'
import { useApp, useSession } from '../../state/store'
import { openDialog } from '../../state/ui-actions'
import { modelAndEffort } from '../../threads/model-words'
import { modeWords } from '../../threads/permission-modes'
import { kindWord, threadWords } from '../../threads/thread-words'
import { Button } from '../../ui/button'
import { useNow } from '../../ui/elapsed'
import { formatClock, formatDuration } from '../../ui/format-time'
import { ForksRow } from './forks-row'
import styles from './info-tab.module.css'

const STARTED: Record<Thread['startedBy'], string> = {
  person: 'you',
  model: 'the model of its parent',
  command: 'a command of the project',
}

const PLACES: Record<Thread['isolation'], string> = {
  worktree: 'its own worktree',
  none: 'your checkout',
  readonly: 'your checkout, read-only',
}

/** Everything about a thread that has no better place. */
export function InfoTab({ thread }: { thread: Thread }) {
  const nowMs = useNow()
  const parent = useSession(
    (session) => (thread.parentId === null ? undefined : session.threads[thread.parentId]?.title),
    undefined,
  )
  const project = useApp(({ view }) => view.projects?.find((each) => each.id === view.session?.session.projectId))
  const { worktree, branchPoint } = thread
  const ended = thread.endedAt
  return (
    <dl className={styles.info}>
      <Row label="State">
        {threadWords(thread, nowMs).word}
        {thread.resumable && <p className={styles.more}>It can be resumed.</p>}
      </Row>
      {thread.activity && <Row label="Now">{thread.activity}</Row>}
      <Row label="Kind">{kindWord(thread.kind)}</Row>
      {parent && <Row label="Parent">{parent}</Row>}
      <Row label="Started by">
        {STARTED[thread.startedBy]}, {formatClock(thread.createdAt, nowMs)}
      </Row>
      {ended !== null && (
        <Row label="Ended">
          {formatClock(ended, nowMs)}, after {formatDuration(ended - thread.createdAt)}
        </Row>
      )}
      {thread.directive && (
        <Row label="Directive">
          <span className={styles.text}>{thread.directive}</span>
        </Row>
      )}
      <Row label="Model">
        {modelAndEffort(thread)} <code className={styles.more}>{thread.model}</code>
      </Row>
      <CacheLife />
      <ForksRow />
      <Row label="Permissions">{modeWords(thread.permissionMode)}</Row>
      <Row label="Tool servers">
        <Button small onClick={() => openDialog({ kind: 'tool-servers', threadId: thread.id })}>
          Show
        </Button>
      </Row>
      <Row label="Place">{PLACES[thread.isolation]}</Row>
      {worktree ? (
        <>
          <Row label="Folder">
            <code>{worktree.path}</code>
          </Row>
          <Row label="Branch">
            <code>{worktree.branch}</code>
          </Row>
          <Row label="Base">
            <code>{worktree.base}</code>
            {worktree.baseTree !== null && (
              <p className={styles.more}>
                with the uncommitted work of its parent as <code>{worktree.baseTree.slice(0, 12)}</code>
              </p>
            )}
          </Row>
          <Row label="Head">
            <code>{worktree.head}</code>
          </Row>
        </>
      ) : (
        project && (
          <Row label="Folder">
            <code>{project.realPath}</code>
          </Row>
        )
      )}
      {branchPoint && (
        <Row label="Branch point">
          after {branchPoint.message} messages
          <p className={styles.more}>
            <code>{branchPoint.link}</code>
          </p>
        </Row>
      )}
      <Row label="Thread">
        <code>{thread.id}</code>
      </Row>
      <Row label="Session">
        <code>{thread.sessionId}</code>
      </Row>
    </dl>
  )
}

/** How long what the session writes stays in the cache; and why not as long as was chosen. */
function CacheLife() {
  const ttl = useSession((session) => session.session.cacheTtl, '5m')
  const denied = useApp(({ view }) => view.settings?.['cache.ttl'] === '1h' && view.settings.cacheTtlInForce === '5m')
  return (
    <Row label="Cache entries">
      live {ttl === '1h' ? 'an hour' : 'five minutes'}
      {ttl === '5m' && denied && (
        <p className={styles.more}>An hour is chosen in Settings; this provider has no such entries.</p>
      )}
    </Row>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}
