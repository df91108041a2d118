import { memo } from 'react'
import type { SearchHit } from '../../../shared/domain/search'
import { StateIcon } from '../../threads/state-icon'
import { LetterBadge } from '../../ui/badge'
import { classes } from '../../ui/classes'
import { formatAge } from '../../ui/format-time'
import { type FoundHit, foundMark, foundWords, placeWords } from './group-hits'
import styles from './hit-row.module.css'

interface HitRowProps {
  id: string
  found: FoundHit
  chosen: boolean
  onChoose: () => void
}

/** One place: the thread and its state, where in it, how long ago; below it the words among their neighbours. */
export const HitRow = memo(function HitRow({ id, found: { hit, thread }, chosen, onChoose }: HitRowProps) {
  const { letter, hue } = foundMark(thread)
  const words = foundWords(thread)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the list are heard by the dialog
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen option
    <div id={id} className={styles.hit} role="option" aria-selected={chosen} data-hue={hue} onClick={onChoose}>
      <div className={styles.where}>
        {letter && <LetterBadge letter={letter} hue={hue} />}
        <span className={classes(styles.thread, thread.state === 'discarded' && styles.off, 'cut')}>
          {thread.kind === 'main' ? 'Main' : thread.title}
        </span>
        <span className={classes(styles.state, styles[words.tone])}>
          <span className={styles.icon} data-hue={hue}>
            <StateIcon name={words.icon} />
          </span>
          {words.word}
        </span>
        <span className="grow" />
        <span className={styles.place}>{placeWords(hit)}</span>
        <time className={styles.age} dateTime={new Date(hit.at).toISOString()}>
          {formatAge(hit.at, Date.now())}
        </time>
      </div>
      <div className={classes(styles.snippet, hit.kind === 'tool' && styles.code)}>
        <Snippet hit={hit} />
      </div>
    </div>
  )
})

/** The text with its marks; text from anywhere, so it is only ever text. */
function Snippet({ hit: { snippet, marks } }: { hit: SearchHit }) {
  const ends = [0, ...marks.map(([, to]) => to)]
  return (
    <>
      {marks.map(([from, to], index) => (
        <span key={from}>
          {snippet.slice(ends[index], from)}
          <mark className={styles.mark}>{snippet.slice(from, to)}</mark>
        </span>
      ))}
      {snippet.slice(ends.at(-1))}
    </>
  )
}
