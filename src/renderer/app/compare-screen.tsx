import { Compare } from '../features/compare/compare'
import { useApp } from '../state/store'
import styles from './app.module.css'
import { NewsBar } from './news-bar'
import { TopBar } from './top-bar'

/** Threads of a session side by side, under the session's own bar. */
export function CompareScreen() {
  const route = useApp(({ ui }) => ui.route)
  if (route.screen !== 'compare') return null
  return (
    <div className={styles.session} data-sidebar={false}>
      <TopBar />
      <Compare key={route.threadIds.join()} threadIds={route.threadIds} />
      <NewsBar />
    </div>
  )
}
