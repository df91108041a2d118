// Gives files to the page as a hand would: dropped on it, or pasted into it.
import type { Locator } from '@playwright/test'

export interface GivenBytes {
  name: string
  type: string
  bytes: Buffer
}

/** Drops files, or pastes them; `over` holds them over the target instead. */
export async function giveFiles(
  target: Locator,
  how: 'drop' | 'paste' | 'over',
  files: readonly GivenBytes[],
): Promise<void> {
  const given = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') }))
  await target.evaluate(
    (element, { how, given }) => {
      const transfer = new DataTransfer()
      for (const { name, type, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type }))
      }
      const options = { bubbles: true, cancelable: true }
      const drag = (type: string) => element.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: transfer }))
      if (how === 'paste') element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: transfer }))
      else drag('dragover')
      if (how === 'drop') drag('drop')
    },
    { how, given },
  )
}
