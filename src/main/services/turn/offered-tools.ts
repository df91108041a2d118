// A thread has the tools its requests carry, whatever its model calls.
import { isServerTool } from '../../../core/mcp/tool-name'
import { parseSnapshot } from '../../../core/wire/wire-snapshot'
import type { ToolCallRecord } from '../../store/records'
import type { HostParts } from '../host-parts'

/** Why a call names no tool of its thread's; null when it does. A name that nobody knows is left to the check of its input. */
export function missingTool({ store, tools }: Pick<HostParts, 'store' | 'tools'>, call: ToolCallRecord): string | null {
  const epoch = store.epochs.current(call.threadId)
  const snapshot = epoch && store.snapshots.get(epoch.snapshotId)
  if (!snapshot || !(tools.names.includes(call.name) || isServerTool(call.name))) return null
  const names = parseSnapshot(snapshot.text).tools.map((tool) => tool.name)
  if (names.includes(call.name)) return null
  return `You do not have the tool ${call.name} here. Your tools are: ${names.join(', ')}. Nothing was done.`
}
