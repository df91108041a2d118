import type { Hook } from '../../../core/hooks/hook'
import { hookName } from '../../../core/hooks/hook'
import { contextText } from '../../../core/hooks/join-answers'
import type { HostParts } from '../host-parts'
import { addNotice } from '../notices'
import type { Moment } from './hooks'

/** How much of it a person is shown in the turn. */
const SHOWN_CHARS = 500

/**
 * What hooks have to say to the model: it waits for the thread's next user message and is sent there as it is stored, behind
 * everything that was sent before.
 *
 * @returns the names of what waits now
 */
export function addContext(
  parts: Pick<HostParts, 'store' | 'ids' | 'clock'>,
  { thread, turnId }: Pick<Moment, 'thread' | 'turnId'>,
  context: readonly { by: Hook; text: string }[],
): string[] {
  if (context.length === 0) return []
  const { store, ids, clock } = parts
  return store.commit((tx) =>
    context.map(({ by, text }) => {
      const id = ids.next('item')
      store.pendingTexts.add({
        id,
        threadId: thread.id,
        turnId,
        origin: 'app',
        text: contextText(by, text),
        sealedAt: null,
        createdAt: clock.now(),
      })
      const shown = text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text
      addNotice(parts, tx, {
        threadId: thread.id,
        turnId,
        level: 'info',
        text: `The ${hookName(by)} told the model: ${shown}`,
      })
      return id
    }),
  )
}
