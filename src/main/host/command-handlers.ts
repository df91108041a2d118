// One handler for each command; a missing one does not compile.
import type { CommandName, CommandResult, ParsedInput } from '../../shared/contract/commands'
import { listApprovals } from '../services/approval-view'
import { defaultMode } from '../services/default-mode'
import { forecastFork } from '../services/fork/forecasts'
import { forecastThread } from '../services/ledger/request-forecast'
import { listRequests, readImage, readLedger, readOutput, readRequest, readThread } from '../services/reading'
import { search } from '../services/searching'
import { callOf, sessionOf, threadOf } from '../services/threads'
import { attachmentHandlers } from './attachment-handlers'
import { configureThread } from './configure-thread'
import type { HostServices } from './host-services'
import { libraryHandlers } from './library-handlers'
import { mcpHandlers } from './mcp-handlers'
import { permissionHandlers } from './permission-handlers'
import { transferHandlers } from './transfer-handlers'
import { storageHandlers, worktreeHandlers } from './worktree-handlers'

export type CommandHandlers = {
  [Name in CommandName]: (input: ParsedInput<Name>) => CommandResult<Name> | Promise<CommandResult<Name>>
}

const DONE = { done: true } as const

/** The handlers over one set of services. */
export function commandHandlers(services: HostServices): CommandHandlers {
  return {
    ...systemHandlers(services),
    ...sessionHandlers(services),
    ...threadHandlers(services),
    ...workHandlers(services),
    ...worktreeHandlers(services),
    ...storageHandlers(services),
    ...composingHandlers(services),
    ...libraryHandlers(services),
    ...permissionHandlers(services),
    ...mcpHandlers(services),
    ...attachmentHandlers(services),
    ...transferHandlers(services),
  }
}

type Part<Names extends CommandName> = Pick<CommandHandlers, Names>

function systemHandlers(
  services: HostServices,
): Part<
  'app.info' | 'project.open' | 'project.list' | 'project.trust' | 'demo.open' | 'settings.read' | 'settings.write'
> {
  const { projects, settings } = services
  return {
    'app.info': () => services.info(),
    'project.open': async ({ path }) => {
      const { id, realPath, isGit } = await projects.open(path)
      return { projectId: id, realPath, isGit }
    },
    'project.list': () => ({ projects: projects.list() }),
    'project.trust': ({ projectId, hash }) => projects.trust(projectId, hash),
    'demo.open': async () => {
      const { id, realPath } = await services.openDemo()
      return { projectId: id, realPath }
    },
    'settings.read': () => settings.view(),
    'settings.write': ({ patch }) => settings.write(patch),
  }
}

function sessionHandlers(
  services: HostServices,
): Part<
  | 'session.create'
  | 'session.configure'
  | 'session.list'
  | 'session.read'
  | 'session.subscribe'
  | 'session.stopAll'
  | 'request.list'
  | 'request.read'
  | 'ledger.read'
  | 'search'
> {
  const { parts, sessions, control, remembered } = services
  return {
    'session.create': (input) =>
      remembered.once('session.create', input.sessionId ?? input.threadId, input, async (remember) => {
        // Nobody is there to add a key: a session that cannot say anything is not left behind.
        if (input.unattended) await parts.provider(input.projectId)
        const mode = input.permissionMode ?? (await defaultMode(parts, input.projectId))
        return sessions.create({ ...input, permissionMode: mode }, remember)
      }),
    'session.configure': (input) => sessions.configure(input),
    'session.list': ({ projectId }) => sessions.list(projectId),
    'session.read': ({ sessionId }) => sessions.read(sessionId),
    'session.subscribe': ({ sessionId }) => {
      sessionOf(parts.store, sessionId)
      return { seq: parts.store.seqOf(sessionId) }
    },
    'session.stopAll': ({ sessionId }) => {
      sessionOf(parts.store, sessionId)
      return { threadIds: control.stopAll(sessionId) }
    },
    'request.list': ({ threadId }) => listRequests(parts, threadId),
    'request.read': ({ requestId }) => readRequest(parts, requestId),
    'ledger.read': ({ sessionId }) => readLedger(parts, sessionId),
    search: (input) => search(parts, input),
  }
}

function threadHandlers(
  services: HostServices,
): Part<
  | 'thread.read'
  | 'thread.configure'
  | 'turn.send'
  | 'turn.interrupt'
  | 'tool.stop'
  | 'tool.output'
  | 'tool.image'
  | 'thread.resume'
  | 'thread.forecast'
  | 'thread.keepWarm'
  | 'thread.startNow'
  | 'thread.stop'
> {
  const { parts, sessions, control, remembered, runner, keepWarm, attachments } = services
  return {
    'thread.read': (input) => readThread(parts, input),
    'thread.configure': (input) => configureThread(services, input),
    'turn.send': (input) =>
      remembered.once('turn.send', input.turnId, input, async (remember) => {
        const { threadId, turnId, text, steer } = input
        const attached = await attachments.forMessage(threadId, input)
        const said = { text, attachments: attached, ...(turnId ? { turnId } : {}) }
        const sent = await control.send({ threadId, steer, origin: 'person', remember, ...said })
        const named = text.trim() === '' ? (attached[0]?.attachment.name ?? '') : text
        sessions.nameByFirstMessage(threadOf(parts.store, threadId), named)
        return sent
      }),
    'turn.interrupt': ({ threadId }) => {
      control.interrupt(threadId)
      return DONE
    },
    'tool.stop': ({ threadId, toolUseId }) => {
      callOf(parts.store, threadId, toolUseId)
      runner.stopTool(threadId, toolUseId)
      return DONE
    },
    'tool.output': (input) => readOutput(parts, input),
    'tool.image': (input) => readImage(parts, input),
    'thread.resume': (input) =>
      remembered.once('thread.resume', input.turnId, input, async (remember) => {
        const attached = await attachments.forMessage(input.threadId, input)
        const text = attached.length > 0 ? (input.text ?? '') : input.text
        const said = { ...input, text, attachments: attached }
        return { turnId: await control.resume({ ...said, remember: (turnId) => remember({ turnId }) }) }
      }),
    'thread.forecast': ({ threadId, text, keepWarmMinutes }) => {
      const thread = threadOf(parts.store, threadId)
      const kept = keepWarmMinutes === undefined ? null : keepWarm.forecast(thread, keepWarmMinutes)
      return { ...forecastThread(parts, thread, text ?? ''), keepWarm: kept }
    },
    'thread.keepWarm': ({ threadId, minutes }) =>
      minutes === 0 ? keepWarm.stop(threadId) : keepWarm.start(threadId, minutes),
    'thread.startNow': ({ threadId }) => {
      control.startNow(threadId)
      return DONE
    },
    'thread.stop': ({ threadId }) => {
      control.stop(threadId)
      return DONE
    },
  }
}

function workHandlers(
  services: HostServices,
): Part<'fork.forecast' | 'fork.start' | 'approval.list' | 'approval.answer'> {
  const { parts, worktrees, approvals, remembered } = services
  return {
    'fork.forecast': (input) => forecastFork(parts, worktrees, input),
    'fork.start': (input) =>
      remembered.once('fork.start', input.threadIds?.[0], input, (remember) => services.startForks(input, remember)),
    'approval.list': ({ sessionId }) => {
      if (sessionId) sessionOf(parts.store, sessionId)
      return listApprovals(parts.store, sessionId)
    },
    'approval.answer': (input) =>
      approvals.answer(input.approvalId, {
        decision: input.decision,
        scope: input.scope,
        ...(input.input === undefined ? {} : { input: input.input }),
        ...(input.note === undefined ? {} : { note: input.note }),
      }),
  }
}

function composingHandlers({ composing }: HostServices): Part<'project.files' | 'draft.write' | 'draft.read'> {
  return {
    'project.files': (input) => composing.findFiles(input),
    'draft.write': (input) => {
      composing.writeDraft(input)
      return DONE
    },
    'draft.read': (input) => composing.readDrafts(input),
  }
}
