import { Command } from 'cmdk'
import { useLayoutEffect, useRef } from 'react'
import type { Thread } from '../../../shared/domain/thread'
import { useHost } from '../../client/use-host'
import { appStore, useApp } from '../../state/store'
import { goTo, openThread } from '../../state/ui-actions'
import { StateLabel } from '../../threads/state-label'
import { ThreadBadge } from '../../threads/thread-badge'
import { Kbd } from '../../ui/kbd'
import styles from './palette.module.css'
import { type PaletteAction, paletteActions } from './palette-actions'

/** The palette itself: a native modal dialog around cmdk's list. */
export function PaletteMenu({ onClose }: { onClose: () => void }) {
  const host = useHost()
  const dialog = useRef<HTMLDialogElement>(null)
  // A layout effect, since only a dialog that is closed while it is still in the page gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // The browser would focus the list around the field.
    element?.querySelector('input')?.focus()
    return () => element?.close()
  }, [])
  // Taken once: a list that changes under the cursor would run something else than was read.
  const state = useRef(appStore.getState()).current
  const session = state.ui.route.screen === 'session' ? state.view.session : null
  const run = (action: () => void) => {
    onClose()
    action()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for what a click on the scrim does is Escape, which `cancel` handles
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Search or run"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <Command label="Search or run" loop>
        <Command.Input className={styles.input} placeholder="An action, a thread or a session" />
        <Command.List className={styles.list}>
          <Command.Empty className={styles.empty}>Nothing of that name.</Command.Empty>
          <Command.Group heading="Actions" className={styles.group}>
            {paletteActions(state, host).map((action) => (
              <ActionItem key={action.id} action={action} onRun={() => run(action.run)} />
            ))}
          </Command.Group>
          {session && (
            <Command.Group heading="Threads" className={styles.group}>
              {session.threadIds.map((id) => {
                const thread = session.threads[id]
                return thread && <ThreadItem key={id} thread={thread} onRun={() => run(() => openThread(id))} />
              })}
            </Command.Group>
          )}
          <Sessions onRun={(sessionId) => run(() => goTo({ screen: 'session', sessionId }))} />
        </Command.List>
      </Command>
    </dialog>
  )
}

function ActionItem({ action, onRun }: { action: PaletteAction; onRun: () => void }) {
  return (
    <Command.Item
      className={styles.item}
      value={`action ${action.id}`}
      keywords={[action.label, ...(action.keywords?.split(' ') ?? [])]}
      onSelect={onRun}
    >
      <span className="cut">{action.label}</span>
      <span className="grow" />
      {action.keys && <Kbd keys={action.keys} />}
    </Command.Item>
  )
}

function ThreadItem({ thread, onRun }: { thread: Thread; onRun: () => void }) {
  const words = [thread.kind === 'main' ? 'Main' : thread.title, thread.directive ?? '', thread.worktree?.branch ?? '']
  return (
    <Command.Item className={styles.item} value={thread.id} keywords={words} onSelect={onRun}>
      <ThreadBadge threadId={thread.id} />
      <span className="cut">{words[0]}</span>
      <span className="grow" />
      <StateLabel thread={thread} />
    </Command.Item>
  )
}

function Sessions({ onRun }: { onRun: (sessionId: string) => void }) {
  const sessions = useApp(({ view }) => view.sessions)
  const projects = useApp(({ view }) => view.projects)
  if (!sessions || sessions.length === 0) return null
  return (
    <Command.Group heading="Sessions" className={styles.group}>
      {sessions.map((session) => {
        const project = projects?.find((each) => each.id === session.projectId)?.name ?? ''
        return (
          <Command.Item
            key={session.id}
            className={styles.item}
            value={session.id}
            keywords={[session.title, project]}
            onSelect={() => onRun(session.id)}
          >
            <span className="cut">{session.title}</span>
            <span className={styles.sub}>{project}</span>
          </Command.Item>
        )
      })}
    </Command.Group>
  )
}
