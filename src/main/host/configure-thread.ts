// What a person changes about how a thread asks its model.
import type { CommandResult, ParsedInput } from '../../shared/contract/commands'
import { FailureError } from '../../shared/contract/failure'
import { projectOfThread, threadOf } from '../services/threads'
import { changeThread } from '../services/views'
import type { HostServices } from './host-services'

/**
 * Model, effort, thinking and tool servers begin a new snapshot at the next turn; the permission mode is no part of the wire.
 *
 * @throws FailureError `invalid_input` for a tool server no file names
 */
export async function configureThread(
  { parts }: Pick<HostServices, 'parts'>,
  input: ParsedInput<'thread.configure'>,
): Promise<CommandResult<'thread.configure'>> {
  const { store, toolServers } = parts
  await requireKnown(parts, input)
  const thread = threadOf(store, input.threadId)
  const { mcpServers } = input
  const patch = {
    ...(input.model === undefined ? {} : { model: input.model }),
    ...(input.effort === undefined ? {} : { effort: input.effort }),
    ...(input.thinking === undefined ? {} : { thinking: input.thinking }),
    ...(input.permissionMode === undefined ? {} : { permissionMode: input.permissionMode }),
    ...(mcpServers === undefined ? {} : { toolServers: mcpServers && [...new Set(mcpServers)].sort() }),
  }
  const sentBefore = store.epochs.current(thread.id) !== undefined
  const changesWire =
    (input.model !== undefined && input.model !== thread.model) ||
    (input.effort !== undefined && input.effort !== thread.effort) ||
    (input.thinking !== undefined && input.thinking !== thread.thinking)
  // The first snapshot is rendered with what is chosen then anyway.
  const due = mcpServers !== undefined && sentBefore
  store.commit((tx) => changeThread(store, tx, thread.id, due ? { ...patch, toolsDue: true } : patch))
  const chosen = threadOf(store, thread.id)
  if (due) await toolServers.wake(chosen)
  const toolsDiffer = due && (await toolServers.wouldChange(chosen))
  return { cacheStartsAgain: sentBefore && (changesWire || toolsDiffer) }
}

async function requireKnown(
  { store, toolServers }: HostServices['parts'],
  { threadId, mcpServers }: ParsedInput<'thread.configure'>,
): Promise<void> {
  if (!mcpServers || mcpServers.length === 0) return
  const known = await toolServers.known(projectOfThread(store, threadOf(store, threadId)).id)
  const unknown = mcpServers.find((name) => !known.some((server) => server.name === name))
  if (unknown !== undefined)
    throw new FailureError('invalid_input', `No file names a tool server ${JSON.stringify(unknown)}.`, {
      path: 'mcpServers',
    })
}
