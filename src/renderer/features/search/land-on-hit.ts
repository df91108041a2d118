import type { SearchHit } from '../../../shared/domain/search'
import { type AppState, appStore } from '../../state/store'
import { closeDialog, goTo, showFound } from '../../state/ui-actions'

/** A number for each wish to land: one that was overtaken by another does nothing. */
let wishes = 0

/**
 * Opens the session of a hit, shows its thread, brings the turn into view and has the words marked there. Resolves when the turn was
 * asked for; also when the session could not be opened, or the person went elsewhere meanwhile.
 */
export async function landOnHit(hit: SearchHit, text: string, hits: readonly SearchHit[]): Promise<void> {
  const { sessionId, threadId, turnId, itemId } = hit
  const wish = ++wishes
  closeDialog()
  const { route } = appStore.getState().ui
  if (route.screen !== 'session' || route.sessionId !== sessionId) goTo({ screen: 'session', sessionId })
  const arrived = await sessionShown(sessionId)
  if (!arrived || wish !== wishes) return
  const here = hits.filter((each) => each.sessionId === sessionId)
  const turnIds = here.map((each) => each.turnId)
  const threadIds = [...new Set(here.map((each) => each.threadId))]
  showFound(threadId, { text, sessionId, turnIds, threadIds, turnId, itemId })
}

/** Resolves true once the session is there and one of its threads is the trunk; false once it will not be. */
function sessionShown(sessionId: string): Promise<boolean> {
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
