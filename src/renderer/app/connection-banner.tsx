import { useState } from 'react'
import { useApp } from '../state/store'
import { usePast } from '../ui/use-past'
import styles from './app.module.css'

/** A host that is only slow, or a computer that slept, is back before this. */
const GIVE_UP_MS = 10_000

/** Says that the host is out of reach; after a while, that it seems to be gone and how to come back. */
export function ConnectionBanner() {
  const lost = useApp(({ view }) => view.connection === 'reconnecting')
  return <div role="status">{lost && <Lost />}</div>
}

/** Mounted when the connection breaks, so that its time counts from there. */
function Lost() {
  const [givesUpAt] = useState(() => Date.now() + GIVE_UP_MS)
  const gone = usePast(givesUpAt)
  return (
    <p className={styles.banner}>
      No connection to Tine. Your draft is kept in this tab.
      {gone && ' Tine seems to have stopped. Start it again and open the address it prints.'}
    </p>
  )
}
