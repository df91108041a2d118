import type { SearchHit } from '../../../shared/domain/search'
import { sessionShown } from '../../state/session-shown'
import { appStore } from '../../state/store'
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
