import { formatBytes, formatCount, plural } from '../../../ui/format-count'
import styles from './prefix-bar.module.css'
import type { Origin, PrefixPart, PrefixPicture } from './prefix-parts'

interface PrefixBarProps {
  picture: PrefixPicture
  /** Whose the inherited part is. */
  parentName: string
  /** How the request before this one is called: `#14`. */
  previousName: string
}

/** What of a request was sent before, and where the shared prefix ends; diamonds are cache markers. */
export function PrefixBar({ picture, parentName, previousName }: PrefixBarProps) {
  const total = picture.parts.reduce((sum, part) => sum + part.size, 0)
  if (total === 0) return null
  const words: Record<Origin, string> = {
    frame: 'system, tools, parameters',
    inherited: `the same as ${parentName}`,
    before: `sent before, in ${previousName}`,
    new: 'new in this request',
  }
  const last = picture.parts.at(-1)
  const end = last?.origin === 'new' ? 1 - last.size / total : 1
  return (
    <figure className={styles.prefix} aria-label="Shared prefix">
      <div className={styles.bar} aria-hidden="true">
        {picture.parts.map((part) => (
          <i key={part.origin} data-origin={part.origin} style={{ width: `${(part.size / total) * 100}%` }} />
        ))}
        {end > 0 && end < 1 && <span className={styles.end} style={{ left: `${end * 100}%` }} />}
        {picture.markers.map((at) => (
          <b key={at} className={styles.marker} style={{ left: `${at * 100}%` }} title="Cache marker" />
        ))}
      </div>
      <figcaption className={styles.legend}>
        {picture.parts.map((part) => (
          <span key={part.origin} className="num">
            <i data-origin={part.origin} aria-hidden="true" />
            {words[part.origin]} <span className={styles.size}>{sizeOf(part, picture.unit)}</span>
          </span>
        ))}
        {picture.markers.length > 0 && (
          <span>
            <b className={styles.sample} aria-hidden="true" />
            {plural(picture.markers.length, 'cache marker')}
          </span>
        )}
      </figcaption>
    </figure>
  )
}

function sizeOf({ size, blocks }: PrefixPart, unit: PrefixPicture['unit']): string {
  const counted = blocks > 0 ? plural(blocks, 'block') : ''
  if (unit === 'blocks') return counted
  const measured = unit === 'tokens' ? `${formatCount(size)} tokens` : formatBytes(size)
  return counted === '' ? measured : `${measured}, ${counted}`
}
