import type { ServerResponse } from 'node:http'

export type SseWriter = {
  /** Sends one event. Resolves when the socket takes more; rejects when the client is gone. */
  event: (name: string, data: object) => Promise<void>
  /** Sends text as it is. */
  raw: (text: string) => Promise<void>
}

/**
 * Writes server-sent events to a response. With `splitBytes`, each write is cut in two inside a multi-byte character
 * where there is one, as a network may do.
 */
export function createSseWriter(response: ServerResponse, splitBytes: boolean): SseWriter {
  const send = async (bytes: Buffer): Promise<void> => {
    if (response.destroyed || response.writableEnded) throw new ClientGone()
    if (response.write(bytes)) return
    await new Promise<void>((resolve, reject) => {
      const settle = (): void => {
        response.off('drain', settle)
        response.off('close', settle)
        if (response.destroyed) reject(new ClientGone())
        else resolve()
      }
      response.on('drain', settle)
      response.on('close', settle)
    })
  }
  const raw = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text, 'utf8')
    const cut = splitBytes ? cutPoint(bytes) : 0
    if (cut > 0) {
      await send(bytes.subarray(0, cut))
      // The two halves would be joined again if they were written in the same tick.
      await new Promise((resolve) => setImmediate(resolve))
    }
    await send(bytes.subarray(cut))
  }
  return { raw, event: (name, data) => raw(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`) }
}

/** The client closed the connection. */
export class ClientGone extends Error {
  constructor() {
    super('client closed the connection')
  }
}

function cutPoint(bytes: Buffer): number {
  const inside = bytes.findIndex((byte) => (byte & 0xc0) === 0x80)
  return inside > 0 ? inside : Math.floor(bytes.length / 2)
}
