// The tools of servers in a thread's snapshots: which are taken when one is rendered, and what is said of those that are not.
import { isServerTool } from '../../../core/mcp/tool-name'
import type { SnapshotFields } from '../../../core/wire/wire-snapshot'
import type { ThreadRecord } from '../../store/records'
import type { Commit } from '../../store/store'
import type { HostParts } from '../host-parts'
import type { AbsentServer, GatheredTools } from '../mcp/gather-tools'
import { addNotice } from '../notices'
import type { ToolDefinition } from '../ports/tools'
import { sessionOf } from '../threads'
import { changeThread } from '../views'

type NoticeParts = Pick<HostParts, 'store' | 'ids' | 'clock'>

/** What a thread's first snapshot takes. One that only delegates calls no server itself, so none is started for it. */
export async function servedTo(
  { store, toolServers }: Pick<HostParts, 'store' | 'toolServers'>,
  thread: ThreadRecord,
  signal?: AbortSignal,
): Promise<GatheredTools> {
  if (sessionOf(store, thread.sessionId).coordinator) return { tools: [], absent: [] }
  return toolServers.toolsFor(thread, signal)
}

/** The tools of servers stand behind our own, whatever stood there before. */
export function withServed(
  before: SnapshotFields['tools'],
  served: readonly ToolDefinition[],
): SnapshotFields['tools'] {
  const own = before.filter(({ name }) => typeof name === 'string' && !isServerTool(name))
  return [...own, ...served.map((definition) => ({ ...definition }))]
}

/** What the person chose is rendered with this commit, and not again. */
export function noteTaken(
  parts: NoticeParts,
  tx: Commit,
  threadId: string,
  turnId: string,
  { absent }: GatheredTools,
): void {
  changeThread(parts.store, tx, threadId, { toolsDue: false })
  noteAbsent(parts, tx, threadId, turnId, absent)
}

/** A request that goes without a server says so, instead of a model that seems to have forgotten its tools. */
export function noteAbsent(
  parts: NoticeParts,
  tx: Commit,
  threadId: string,
  turnId: string,
  absent: readonly AbsentServer[],
): void {
  for (const { name, reason } of absent) {
    const text = `Without tools of the server “${name}”: ${reason}. Once it is connected you can take them; the cache then starts again.`
    addNotice(parts, tx, { threadId, turnId, level: 'warning', text })
  }
}
