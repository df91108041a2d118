// Waking a resting parent for results that wait for it: only while its prefix is warm, unless the person chose otherwise.
import { MOST_WAKES, WAKES_SPENT } from '../../../core/agents/wake-limit'
import type { ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import { warmUntil } from '../ledger/warmth'
import { addNotice } from '../notices'
import type { TurnRunner } from '../turn/turn-runner'
import { turnView } from '../views'

/**
 * Starts a turn on a resting parent when results wait for it and the setting allows it, but not again and again without a person.
 * Answers whether it did.
 */
export function wakeFor(
  parts: Pick<HostParts, 'store' | 'clock' | 'ids' | 'settings'>,
  runner: Pick<TurnRunner, 'running' | 'start'>,
  parent: ThreadRecord,
): boolean {
  const { store, clock } = parts
  if (parent.state !== 'idle' || runner.running(parent.id)) return false
  if (store.notifications.pendingFor(parent.id).length === 0) return false
  const wake = parts.settings()['notify.wake']
  const warm = (warmUntil(parts, parent.id) ?? 0) > clock.now()
  if (wake === 'never' || (wake === 'warm' && !warm)) return false
  if (spent(parts, parent)) return false
  const turn = {
    id: parts.ids.next('turn'),
    threadId: parent.id,
    n: store.turns.nextN(parent.id),
    state: 'queued' as const,
    input: null,
    fromModel: false,
    forkPosition: null,
    startedAt: clock.now(),
    endedAt: null,
  }
  runner.start(parent.id, turn.id, (tx) => {
    store.modelWakes.add(parent.id, parent.sessionId)
    store.turns.insert(turn)
    tx.emit({ type: 'turn.created', sessionId: parent.sessionId, threadId: parent.id, turn: turnView(turn) })
  })
  return true
}

/** Whether models woke it too often since a person last wrote; the person is told of that once. */
function spent(parts: Pick<HostParts, 'store' | 'clock' | 'ids'>, { id, sessionId }: ThreadRecord): boolean {
  const { store } = parts
  const wakes = store.modelWakes.of(id)
  const turnId = store.turns.last(id)?.id
  if (wakes === MOST_WAKES && turnId !== undefined)
    store.commit((tx) => {
      store.modelWakes.add(id, sessionId)
      addNotice(parts, tx, { threadId: id, turnId, level: 'warning', text: WAKES_SPENT })
    })
  return wakes >= MOST_WAKES
}
