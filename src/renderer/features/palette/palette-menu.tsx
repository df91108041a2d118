import { Command } from 'cmdk'
import { useLayoutEffect, useRef, useState } from 'react'
import { useHost } from '../../client/use-host'
import { appStore } from '../../state/store'
import { openDialog } from '../../state/ui-actions'
import { StateLabel } from '../../threads/state-label'
import { ThreadBadge } from '../../threads/thread-badge'
import { Kbd } from '../../ui/kbd'
import styles from './palette.module.css'
import { GROUPS, type PaletteEntry, paletteEntries } from './palette-entries'
import { recentChoices, rememberChoice } from './recent-choices'

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
  const [text, setText] = useState('')
  const entries = useRef(paletteEntries(state, host)).current
  const recent = useRef(recentChoices()).current.flatMap(
    (value) => entries.find((entry) => entry.value === value) ?? [],
  )
  const run = (value: string, action: () => void) => {
    rememberChoice(value)
    onClose()
    action()
  }
  // While nothing is typed, what was chosen lately comes first, and is not listed twice.
  const first = text === '' ? recent : []
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
        <Command.Input
          className={styles.input}
          placeholder="An action, a thread, a session, or words to search for"
          value={text}
          onValueChange={setText}
        />
        <Command.List className={styles.list}>
          {first.length > 0 && (
            <Command.Group heading="Recent" className={styles.group}>
              {first.map((entry) => (
                <EntryItem key={entry.value} entry={entry} onRun={run} />
              ))}
            </Command.Group>
          )}
          {GROUPS.map((group) => {
            const shown = entries.filter((entry) => entry.group === group && !first.includes(entry))
            if (shown.length === 0) return null
            return (
              <Command.Group key={group} heading={group} className={styles.group}>
                {shown.map((entry) => (
                  <EntryItem key={entry.value} entry={entry} onRun={run} />
                ))}
              </Command.Group>
            )
          })}
          {text.trim() !== '' && (
            <Command.Group forceMount heading="Search" className={styles.group}>
              <Command.Item
                forceMount
                className={styles.item}
                value="search everything that was said for this"
                onSelect={() => {
                  onClose()
                  openDialog({ kind: 'search', text: text.trim() })
                }}
              >
                <span className="cut">Search for “{text.trim()}” in everything that was said</span>
                <span className="grow" />
                <Kbd action="search" />
              </Command.Item>
            </Command.Group>
          )}
        </Command.List>
      </Command>
    </dialog>
  )
}

function EntryItem({ entry, onRun }: { entry: PaletteEntry; onRun: (value: string, action: () => void) => void }) {
  const { value, words, thread, key, run } = entry
  return (
    <Command.Item className={styles.item} value={value} keywords={words} onSelect={() => onRun(value, run)}>
      {thread && <ThreadBadge threadId={thread.id} />}
      <span className="cut">{entry.label}</span>
      {entry.sub && <span className={`${styles.sub} cut`}>{entry.sub}</span>}
      <span className="grow" />
      {thread && <StateLabel thread={thread} />}
      {key && <Kbd action={key} />}
    </Command.Item>
  )
}
