// What is attached to the messages that are being written: the host keeps what is whole, this window what is on its way.
import type { Attachment } from '../../shared/domain/attachment'
import type { Attached } from './attached-file'
import { appStore } from './store'

function write(threadId: string, change: (all: readonly Attached[]) => readonly Attached[]) {
  appStore.setState((state) => {
    const { [threadId]: before = [], ...others } = state.ui.attached
    const after = change(before)
    return { ui: { ...state.ui, attached: after.length === 0 ? others : { ...others, [threadId]: after } } }
  })
}

export function addAttached(threadId: string, one: Attached) {
  write(threadId, (all) => [...all, one])
}

/** What became of one; nothing where it was taken away meanwhile. */
export function changeAttached(threadId: string, id: string, change: Partial<Omit<Attached, 'id'>>) {
  write(threadId, (all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)))
}

export function dropAttached(threadId: string, ids: readonly string[]) {
  write(threadId, (all) => all.filter(({ id }) => !ids.includes(id)))
}

/** Whether it was not taken away meanwhile. */
export function isAttached(threadId: string, id: string): boolean {
  return (appStore.getState().ui.attached[threadId] ?? []).some((one) => one.id === id)
}

/** Takes over what the host kept of other times. */
export function adoptAttached(kept: readonly { threadId: string; attachments: readonly Attachment[] }[]) {
  for (const { threadId, attachments } of kept)
    for (const attachment of attachments) {
      const { id, name, bytes, reducedFrom } = attachment
      if (!isAttached(threadId, id))
        addAttached(threadId, { id, name, bytes: reducedFrom?.bytes ?? bytes, attachment, problem: null })
    }
}
