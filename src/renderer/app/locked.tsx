import { EmptyState } from '../ui/empty-state'
import styles from './app.module.css'

/** Stands instead of everything when the host does not let this page in. `known`: the page had a token, and it was refused. */
export function Locked({ known }: { known: boolean }) {
  return (
    <main className={styles.locked}>
      <EmptyState title={known ? 'This page’s token is no longer valid' : 'This page has no token'}>
        <p role="alert">
          {known
            ? 'Tine was started again, and every start has a token of its own. Open the address it printed at its last start.'
            : 'Open the whole address that Tine printed when it started: the part behind # is the token.'}
        </p>
      </EmptyState>
    </main>
  )
}
