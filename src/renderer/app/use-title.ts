import { useEffect } from 'react'
import { useApp } from '../state/store'

/** The page is called by the session on show, and says how many questions wait there; on the other screens, in all sessions. */
export function useTitle() {
  const inSession = useApp(({ ui }) => ui.route.screen === 'session' || ui.route.screen === 'compare')
  const title = useApp(({ view }) => (inSession ? (view.session?.session.title ?? '') : ''))
  const waiting = useApp(({ view }) =>
    inSession
      ? (view.session?.approvals.length ?? 0)
      : (view.sessions ?? []).reduce((sum, session) => sum + session.openApprovals, 0),
  )
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title === '' ? 'Tine' : `${title} · Tine`}`
  }, [title, waiting])
}
