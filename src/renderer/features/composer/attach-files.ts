// Brings files from the page to the host, piece by piece.
import {
  MAX_ATTACHMENTS,
  MAX_CHUNK_CHARS,
  MAX_FILE_BYTES,
  MAX_NAME_CHARS,
} from '../../../shared/contract/attachment-limits'
import type { Attachment } from '../../../shared/domain/attachment'
import { failureText } from '../../client/failure-text'
import { ConnectionLostError, type HostClient } from '../../client/host-client'
import { mintId } from '../../client/mint-id'
import { addAttached, changeAttached, isAttached } from '../../state/attached'
import { appStore } from '../../state/store'
import { announce } from '../../state/ui-actions'
import { attachmentWords } from '../../transcript/attachment-words'

/** What the person gave: a file, or a folder, which none can be made of. */
export interface GivenFile {
  file: File
  isFolder: boolean
}

const PIECE_BYTES = (MAX_CHUNK_CHARS / 4) * 3
const MOST_TRIES = 3

/** Attaches files to the message of a thread, one after the other; each says how that went on its chip. */
export async function attachFiles(host: HostClient, threadId: string, given: readonly GivenFile[]): Promise<void> {
  const begun = given.map(({ file, isFolder }) => {
    const id = mintId('attachment')
    const name = (file.name || 'file').slice(-MAX_NAME_CHARS)
    const there = (appStore.getState().ui.attached[threadId] ?? []).filter(({ problem }) => problem === null).length
    const problem = refusal(name, file, isFolder, there)
    addAttached(threadId, { id, name, bytes: file.size, attachment: null, problem })
    if (problem) announce(problem)
    return { id, name, file, refused: problem !== null }
  })
  for (const { id, name, file, refused } of begun) if (!refused) await attachOne(host, threadId, id, name, file)
}

function refusal(name: string, file: File, isFolder: boolean, there: number): string | null {
  if (isFolder) return `${name} is a folder. Name it with @ in the message instead.`
  if (file.size > MAX_FILE_BYTES)
    return `${name} has ${Math.round(file.size / 1024 / 1024)} MiB; at most ${MAX_FILE_BYTES / 1024 / 1024} are taken.`
  return there >= MAX_ATTACHMENTS ? `${name} is one too many: a message takes at most ${MAX_ATTACHMENTS}.` : null
}

async function attachOne(host: HostClient, threadId: string, id: string, name: string, file: File): Promise<void> {
  try {
    const attachment = await send(host, threadId, id, name, file)
    if (!attachment) return
    changeAttached(threadId, id, { attachment })
    announce(`${name} attached: ${attachmentWords(attachment)}`)
  } catch (error) {
    const problem =
      error instanceof DOMException ? `${name} cannot be read: it may be a folder, or gone.` : failureText(error)
    changeAttached(threadId, id, { problem })
    announce(problem)
  }
}

/** Sends the pieces in order, from where the host says it stands. Null: it was taken away meanwhile. */
async function send(
  host: HostClient,
  threadId: string,
  attachmentId: string,
  name: string,
  file: File,
): Promise<Attachment | null> {
  let lost = 0
  for (let offset = 0; ; ) {
    if (!isAttached(threadId, attachmentId)) {
      await host.call('attachment.remove', { attachmentId })
      return null
    }
    const data = await base64Of(file.slice(offset, offset + PIECE_BYTES))
    try {
      const input = { threadId, attachmentId, name, bytes: file.size, offset, data }
      const { received, attachment } = await host.call('attachment.add', input)
      if (attachment) return isAttached(threadId, attachmentId) ? attachment : await takeBack(host, attachmentId)
      offset = received
    } catch (error) {
      // Its answer was lost with the connection; asked again, the host says where to go on.
      if (!(error instanceof ConnectionLostError) || ++lost >= MOST_TRIES) throw error
    }
  }
}

async function takeBack(host: HostClient, attachmentId: string): Promise<null> {
  await host.call('attachment.remove', { attachmentId })
  return null
}

/** Rejects with the DOMException of the reader where the file cannot be read. */
function base64Of(piece: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(piece)
  })
}
