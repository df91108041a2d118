import { Storage } from '../features/storage/storage'
import styles from './app.module.css'
import { NewsBar } from './news-bar'

/** All worktrees of all sessions, and below them what was just done to one. */
export function StorageScreen() {
  return (
    <div className={styles.withNews}>
      <Storage />
      <NewsBar />
    </div>
  )
}
