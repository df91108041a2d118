import { useEffect, useState } from 'react'
import { failureText } from '../client/failure-text'
import { useHost } from '../client/use-host'
import styles from './call-images.module.css'
import { Lightbox } from './lightbox'

interface CallImagesProps {
  threadId: string
  toolUseId: string
  count: number
  /** The file they come from. */
  name: string
}

/** The images a call gave back; each is read from the host when its call is opened, and no sooner. */
export function CallImages({ threadId, toolUseId, count, name }: CallImagesProps) {
  return (
    <div className={styles.images}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an image of a result is its place
        <CallImage key={index} threadId={threadId} toolUseId={toolUseId} index={index} name={name} />
      ))}
    </div>
  )
}

interface CallImageProps extends Omit<CallImagesProps, 'count'> {
  index: number
}

function CallImage({ threadId, toolUseId, index, name }: CallImageProps) {
  const host = useHost()
  const [state, setState] = useState<{ image?: string; note?: string }>({ note: 'Reading the image…' })
  const [open, setOpen] = useState(false)
  useEffect(() => {
    let wanted = true
    host.call('tool.image', { threadId, toolUseId, index }).then(
      ({ image }) => wanted && setState(image === null ? { note: 'Too large to be shown.' } : { image }),
      (error) => wanted && setState({ note: failureText(error) }),
    )
    return () => {
      wanted = false
    }
  }, [host, threadId, toolUseId, index])
  // Its place is kept while it is read, so that nothing beneath it moves twice.
  if (state.image === undefined) return <p className={styles.note}>{state.note}</p>
  return (
    <>
      <button type="button" className={styles.open} title="Show it large" onClick={() => setOpen(true)}>
        <img
          className={styles.image}
          src={state.image}
          alt={name}
          onError={() => setState({ note: 'It cannot be drawn: its bytes are no whole image.' })}
        />
      </button>
      {open && <Lightbox name={name} image={state.image} onClose={() => setOpen(false)} />}
    </>
  )
}
