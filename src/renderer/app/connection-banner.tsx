import { useApp } from '../state/store'
import styles from './app.module.css'

/** Says that the host is out of reach; forks go on without this page. */
export function ConnectionBanner() {
  const lost = useApp(({ view }) => view.connection === 'reconnecting')
  return (
    <div role="status">
      {lost && <p className={styles.banner}>Reconnecting… What runs goes on; what is shown may be behind.</p>}
    </div>
  )
}
