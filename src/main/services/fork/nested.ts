// Whether a thread's model may start others: two layers, either of which refuses.
import { guardSpawn } from '../../../core/fork/fork-guard'
import type { ThreadKind } from '../../../shared/domain/thread'
import type { BlockRecord, ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'

/** Refuses by where the thread comes from, and by our own instruction in its history. */
export function isNested({ store }: Pick<HostParts, 'store'>, thread: ThreadRecord): boolean {
  const lineage: ThreadKind[] = []
  for (let at: ThreadRecord | undefined = thread; at; at = at.parentId ? store.threads.get(at.parentId) : undefined)
    lineage.push(at.kind)
  return guardSpawn({ lineage, appTexts: appTextsOf(store.blocks.history(thread.id)) }) !== null
}

/** What the app itself has said in a history, read as it is asked for. */
function* appTextsOf(blocks: readonly BlockRecord[]): Generator<string> {
  for (const { origin, type, json } of blocks)
    if (origin === 'app' && type === 'text') yield (JSON.parse(json) as { text: string }).text
}
