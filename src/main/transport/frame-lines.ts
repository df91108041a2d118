// Frames over a stream of bytes: each is one line of JSON.
import type { Duplex } from 'node:stream'

/** A frame of ours is far smaller; whoever sends more is none of us. */
const MOST_BYTES = 32 * 1024 * 1024

/**
 * Reads frames as they come. What is no JSON, or too long, ends the stream.
 *
 * @param take called for each frame, in order
 */
export function readFrames(stream: Duplex, take: (frame: unknown) => void): void {
  let pending = ''
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    pending += text
    if (pending.length > MOST_BYTES) return stream.destroy()
    for (let end = pending.indexOf('\n'); end >= 0; end = pending.indexOf('\n')) {
      const line = pending.slice(0, end)
      pending = pending.slice(end + 1)
      try {
        take(JSON.parse(line))
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
        stream.destroy()
        return
      }
    }
  })
}

/** Writes one frame; nothing happens when the other side is gone. */
export function writeFrame(stream: Duplex, frame: unknown): void {
  if (!stream.destroyed && stream.writable) stream.write(`${JSON.stringify(frame)}\n`)
}
