import { Dialog } from '../ui/dialog'
import styles from './lightbox.module.css'

interface LightboxProps {
  name: string
  /** A `data:` address. */
  image: string
  /** What is said of it beside its name. */
  words?: string
  onClose: () => void
}

/** A picture as large as the window lets it be. */
export function Lightbox({ name, image, words, onClose }: LightboxProps) {
  return (
    <Dialog title={name} onClose={onClose} className={styles.box} aside={words && <span>{words}</span>}>
      <div className={styles.stage}>
        <img className={styles.image} src={image} alt={name} />
      </div>
    </Dialog>
  )
}
