// `fork.start`, by a person: the threads are created, then scheduled.
import type { CommandResult, ParsedInput } from '../../shared/contract/commands'
import { FailureError } from '../../shared/contract/failure'
import type { ForkScheduler } from '../services/fork/fork-scheduler'
import type { Forks } from '../services/fork/forks'
import type { HostParts } from '../services/host-parts'
import { usedUp } from '../services/ledger/budgets'
import type { ThreadControl } from '../services/thread/thread-control'
import { projectOfThread, threadOf } from '../services/threads'

interface Collaborators {
  forks: Forks
  scheduler: ForkScheduler
  control: ThreadControl
}

/**
 * Starts a person's forks or branches.
 *
 * @throws FailureError `provider.no_key`, `budget.exceeded`, `fork.*`, `worktree.*`, `conflict`, `not_found`
 */
export async function startForks(
  parts: HostParts,
  { forks, scheduler, control }: Collaborators,
  input: ParsedInput<'fork.start'>,
  remember: (result: CommandResult<'fork.start'>) => void,
): Promise<CommandResult<'fork.start'>> {
  const parent = threadOf(parts.store, input.threadId)
  await parts.provider(projectOfThread(parts.store, parent).id)
  const exhausted = usedUp(parts, { ...parent, kind: 'main', groupId: null })
  if (exhausted) throw new FailureError('budget.exceeded', exhausted, { threadId: parent.id })
  const started = await forks.create({
    parent,
    ...(input.turnId ? { turnId: input.turnId } : {}),
    directives: input.directives,
    kind: input.kind,
    ...(input.isolation ? { isolation: input.isolation } : {}),
    reportBack: input.kind === 'fork' && input.reportBack,
    startedBy: 'person',
    spawnToolUseId: null,
    ...(input.threadIds ? { threadIds: input.threadIds } : {}),
    groupId: parts.ids.next('group'),
    sendDirective: input.sendDirective,
    remember: (ids) => remember({ threadIds: ids }),
  })
  if (input.kind === 'branch') for (const { threadId } of started) await control.startNext(threadId)
  else scheduler.enqueue(started.flatMap(({ threadId, turnId }) => (turnId === null ? [] : [{ threadId, turnId }])))
  return { threadIds: started.map(({ threadId }) => threadId) }
}
