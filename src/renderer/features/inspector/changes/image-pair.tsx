import type { Ref } from 'react'
import { formatBytes } from '../../../ui/format-count'
import styles from './image-pair.module.css'
import type { FileReading } from './use-changed-file'

interface ImagePairProps {
  path: string
  before: FileReading['before']
  after: FileReading['after']
  ref: Ref<HTMLElement>
}

/** An image as it was and as it is, side by side, with their sizes. */
export function ImagePair({ path, before, after, ref }: ImagePairProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section ref={ref} className={styles.pair} tabIndex={0} aria-label={`Images of ${path}`}>
      <Side when="Before" path={path} side={before} none="It was not there." />
      <Side when="Now" path={path} side={after} none="It is deleted." />
    </section>
  )
}

function Side({ when, path, side, none }: { when: string; path: string; side: FileReading['before']; none: string }) {
  return (
    <figure className={styles.side}>
      <figcaption>
        {when}
        {side && <span className="num">{formatBytes(side.bytes)}</span>}
      </figcaption>
      {side?.image ? (
        <img src={side.image} alt={`${path}, ${when.toLowerCase()}`} />
      ) : (
        <p>{side ? 'It is too large to be shown.' : none}</p>
      )}
    </figure>
  )
}
