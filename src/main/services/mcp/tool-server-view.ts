// The tool servers of a project as a person sees them, and how what a thread carries differs from what they offer.
import { parseSnapshot, wireJson } from '../../../core/wire/wire-snapshot'
import type { CommandResult, ParsedInput } from '../../../shared/contract/commands'
import { FailureError } from '../../../shared/contract/failure'
import { splitToolName } from '../../../shared/domain/served-tool'
import type { ToolServer } from '../../../shared/domain/tool-server'
import type { ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import { projectOfThread, threadOf } from '../threads'
import type { KnownServer } from './known-servers'
import type { ServerLink } from './server-link'
import { isChosen } from './tool-servers'

type ViewParts = Pick<HostParts, 'store' | 'toolServers'>

/**
 * Lists the servers of a project; with a thread, as they stand in its session.
 *
 * @throws FailureError `not_found`, also for a thread of another project
 */
export async function listToolServers(
  parts: ViewParts,
  { projectId, threadId }: ParsedInput<'mcp.list'>,
): Promise<CommandResult<'mcp.list'>> {
  const { store, toolServers } = parts
  const thread = threadId === undefined ? null : threadOf(store, threadId)
  if (thread && projectOfThread(store, thread).id !== projectId)
    throw new FailureError('not_found', `The project has no thread ${thread.id}.`, { projectId, threadId: thread.id })
  const known = await toolServers.known(projectId)
  return {
    servers: known.map((server) => viewOf(parts, server, thread)),
    due: thread?.toolsDue ?? false,
    broken: await toolServers.broken(projectId),
  }
}

function viewOf(parts: ViewParts, server: KnownServer, thread: ThreadRecord | null): ToolServer {
  const active = server.standing === 'active'
  const link = thread && active ? parts.toolServers.linkOf(thread.sessionId, server.name) : undefined
  const carried = thread ? carriedTools(parts, thread, server.slug) : null
  const chosen = thread === null || isChosen(thread, server.name)
  return {
    name: server.name,
    prefix: `mcp__${server.slug}`,
    source: server.source,
    origin: server.origin,
    transport: server.entry?.kind ?? null,
    shown: server.shown,
    state: active ? (link?.state ?? 'resting') : standingState(server),
    reason: server.why ?? link?.fault?.reason ?? null,
    lastWords: link && link.state !== 'connected' ? link.lastWords : [],
    title: link?.title ?? null,
    tools: (link?.offer.tools ?? []).map(({ tool, definition }) => ({
      name: tool,
      wireName: definition.name,
      description: definition.description,
    })),
    leftOut: link?.offer.leftOut ?? [],
    chosen,
    carried: carried?.length ?? null,
    differs: carried !== null && differs(carried, link, chosen && active),
  }
}

function standingState({ standing }: KnownServer): ToolServer['state'] {
  return standing === 'active' ? 'resting' : standing
}

/** The definitions of one server's tools that a thread's requests carry; null where it has sent nothing. */
function carriedTools({ store }: ViewParts, thread: ThreadRecord, slug: string): Record<string, unknown>[] | null {
  const epoch = store.epochs.current(thread.id)
  const snapshot = epoch && store.snapshots.get(epoch.snapshotId)
  if (!snapshot) return null
  return parseSnapshot(snapshot.text).tools.filter(({ name }) => splitToolName(String(name))?.slug === slug)
}

/** Whether the next snapshot would hold other tools of it. Nobody knows of a server that is not connected. */
function differs(carried: readonly unknown[], link: ServerLink | undefined, wanted: boolean): boolean {
  if (!wanted) return carried.length > 0
  if (link?.state !== 'connected') return false
  return wireJson(carried) !== wireJson(link.offer.tools.map(({ definition }) => definition))
}
