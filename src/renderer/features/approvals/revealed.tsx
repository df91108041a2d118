import { revealHidden } from './reveal-hidden'
import styles from './revealed.module.css'

/** A text in which no character hides: what cannot be seen is named. */
export function Revealed({ text }: { text: string }) {
  return (
    <>
      {revealHidden(text).map((part, n) =>
        part.hidden ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
          <span key={n} className={styles.hidden} title="a character that cannot be seen">
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </>
  )
}
