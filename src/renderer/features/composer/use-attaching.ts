import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { dropAttached } from '../../state/attached'
import type { Attached } from '../../state/attached-file'
import { useApp } from '../../state/store'
import { announce } from '../../state/ui-actions'
import { attachFiles, type GivenFile } from './attach-files'
import { droppedFiles, holdsFiles, pastedFiles } from './given-files'

const NONE: readonly Attached[] = []

export interface Attaching {
  attached: readonly Attached[]
  /** Whether files are being dragged over the composer. */
  over: boolean
  add(given: readonly GivenFile[]): void
  remove(one: Attached): void
  onPaste(event: ClipboardEvent): void
  dropTarget: {
    onDragOver(event: DragEvent): void
    onDragLeave(event: DragEvent): void
    onDrop(event: DragEvent): void
  }
}

/** What is attached to the message of a thread, and the ways in: dropped, pasted, chosen. */
export function useAttaching(threadId: string): Attaching {
  const host = useHost()
  const attached = useApp(({ ui }) => ui.attached[threadId]) ?? NONE
  const [over, setOver] = useState(false)
  useNoFileElsewhere()
  const add = (given: readonly GivenFile[]) => void attachFiles(host, threadId, given)
  return {
    attached,
    over,
    add,
    remove(one) {
      dropAttached(threadId, [one.id])
      // What is still on its way is taken back when it has arrived.
      if (one.attachment)
        host
          .call('attachment.remove', { attachmentId: one.id })
          .catch((error: unknown) => announce(`${one.name} is still kept for this message: ${failureText(error)}`))
    },
    onPaste(event) {
      const given = pastedFiles(event.clipboardData)
      if (given.length === 0) return
      event.preventDefault()
      add(given)
    },
    dropTarget: {
      onDragOver(event) {
        if (!holdsFiles(event.dataTransfer)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      },
      onDragLeave(event) {
        const to = event.relatedTarget
        if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false)
      },
      onDrop(event) {
        setOver(false)
        if (!holdsFiles(event.dataTransfer)) return
        event.preventDefault()
        add(droppedFiles(event.dataTransfer))
      },
    },
  }
}

/** A file that is dropped beside the composer would take the place of the page. */
function useNoFileElsewhere() {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !holdsFiles(event.dataTransfer)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}
