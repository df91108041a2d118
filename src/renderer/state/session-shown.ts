import { type AppState, appStore } from './store'

/** Resolves true once the session is there and one of its threads is the trunk; false once it will not be. */
export function sessionShown(sessionId: string): Promise<boolean> {
  const look = ({ view, ui }: AppState): boolean | null => {
    if (ui.route.screen !== 'session' || ui.route.sessionId !== sessionId || view.sessionFailure !== null) return false
    const shown = view.session?.session.id === sessionId && view.session.threads[ui.trunkId ?? ''] !== undefined
    return shown ? true : null
  }
  return new Promise((resolve) => {
    const settle = (state: AppState) => {
      const answer = look(state)
      if (answer === null) return false
      resolve(answer)
      return true
    }
    if (settle(appStore.getState())) return
    const stop = appStore.subscribe((state) => {
      if (settle(state)) stop()
    })
  })
}
