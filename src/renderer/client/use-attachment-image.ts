import { useEffect, useState } from 'react'
import { failureText } from './failure-text'
import type { HostClient } from './host-client'
import { useHost } from './use-host'

/** An image that was read lately is not read again when its row comes back into view. */
const MOST_KEPT = 40
const kept = new Map<string, Promise<string | null>>()

export interface ImageRead {
  /** A `data:` address; null until it is there, or where there is none. */
  image: string | null
  problem: string | null
}

/** The image of an attachment, read from the host when it is shown; `null` asks for nothing. */
export function useAttachmentImage(attachmentId: string | null): ImageRead {
  const host = useHost()
  const [read, setRead] = useState<ImageRead>(NOTHING)
  useEffect(() => {
    if (attachmentId === null) return setRead(NOTHING)
    let wanted = true
    readImage(host, attachmentId).then(
      (image) => wanted && setRead({ image, problem: null }),
      (error) => wanted && setRead({ image: null, problem: failureText(error) }),
    )
    return () => {
      wanted = false
    }
  }, [host, attachmentId])
  return read
}

const NOTHING: ImageRead = { image: null, problem: null }

function readImage(host: HostClient, attachmentId: string): Promise<string | null> {
  const known = kept.get(attachmentId)
  if (known) return known
  const reading = host.call('attachment.read', { attachmentId }).then(({ image }) => image)
  kept.set(attachmentId, reading)
  // What failed once may be there the next time.
  reading.catch(() => kept.delete(attachmentId))
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  return reading
}
