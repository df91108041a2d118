import type { Attachment } from '../shared/domain/attachment'
import { testId } from './records'
import type { TestClient } from './test-host'

/** Puts a file by for a thread's next message, piece by piece as a page does. */
export async function putBy(
  client: TestClient,
  threadId: string,
  name: string,
  file: Buffer,
  pieceBytes = 3_000_000,
): Promise<Attachment> {
  const attachmentId = testId('attachment')
  for (let offset = 0; ; ) {
    const data = file.subarray(offset, offset + pieceBytes).toString('base64')
    const piece = { threadId, attachmentId, name, bytes: file.length, offset, data }
    const { attachment, received } = await client.call('attachment.add', piece)
    if (attachment) return attachment
    offset = received
  }
}
