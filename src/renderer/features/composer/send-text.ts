// Carries out what the composer holds: a message, forks, or a slash command.

import { LIVE_STATES } from '../../../shared/domain/live-states'
import type { Thread } from '../../../shared/domain/thread'
import { ConnectionLostError, type HostClient } from '../../client/host-client'
import { mintId } from '../../client/mint-id'
import { plural } from '../../ui/format-count'
import type { SlashCommand } from './slash-command'

/** What is said after it was done; `branch` is the thread to go to. */
export interface Done {
  said: string | null
  branch: string | null
}

const done = (said: string | null = null, branch: string | null = null): Done => ({ said, branch })

/** What a person wrote, and what they attached to it. */
export interface WrittenMessage {
  text: string
  steer: boolean
  attachmentIds: readonly string[]
}

/** Sends a message to the thread: a new turn, one in line, one that steers, or the further question to a finished worker. */
export async function sendMessage(host: HostClient, thread: Thread, message: WrittenMessage): Promise<Done> {
  const turnId = mintId('turn')
  const { text, steer } = message
  const attachments = message.attachmentIds.map((attachmentId) => ({ attachmentId }))
  const said = { threadId: thread.id, turnId, text, ...(attachments.length > 0 ? { attachments } : {}) }
  if (isFinishedWorker(thread)) {
    await insist(() => host.call('thread.resume', said))
    return done()
  }
  const answer = await insist(() => host.call('turn.send', { ...said, steer }))
  return done(
    answer.steered ? 'It is read after the next tool.' : answer.queued ? 'Queued until this turn ends.' : null,
  )
}

/** Starts one worker for each directive from where the thread stands. */
export async function startForks(host: HostClient, threadId: string, directives: string[]): Promise<Done> {
  const threadIds = directives.map(() => mintId('thread'))
  await insist(() => host.call('fork.start', { threadId, directives, threadIds }))
  return done(`${plural(directives.length, 'fork')} started.`)
}

/** Carries out a slash command; `/help` is the composer's own. */
export async function runSlashCommand(host: HostClient, thread: Thread, command: SlashCommand): Promise<Done> {
  const threadId = thread.id
  switch (command.name) {
    case 'fork':
      return startForks(host, threadId, command.directives)
    case 'branch': {
      const branch = mintId('thread')
      const directives = [command.text ?? `Branch of ${thread.title}`]
      // Without a text the directive is only its name, and the branch waits to be written to.
      const sendDirective = command.text !== null
      await insist(() =>
        host.call('fork.start', { threadId, directives, kind: 'branch', sendDirective, threadIds: [branch] }),
      )
      return done('Branch started.', branch)
    }
    case 'stop':
      await host.call('turn.interrupt', { threadId })
      return done('Stopped.')
    case 'resume': {
      const turnId = mintId('turn')
      const text = command.text ?? undefined
      await insist(() => host.call('thread.resume', { threadId, turnId, text }))
      return done('Resumed.')
    }
    case 'model':
      return configured(host, threadId, { model: command.model }, `${command.model} from the next turn on`)
    case 'mode':
      return configured(host, threadId, { permissionMode: command.mode }, `Mode ${command.mode} from the next turn on`)
    case 'run':
      return callByName(host, threadId, command)
    case 'help':
      return done()
  }
}

/** Runs a command or skill from a file: said in the thread, or run as an island beside it. */
async function callByName(
  host: HostClient,
  threadId: string,
  command: { called: string; arguments: string },
): Promise<Done> {
  const input = { threadId, name: command.called, arguments: command.arguments, turnId: mintId('turn') }
  const { island, queued } = await insist(() => host.call('command.run', input))
  if (island) return done(`/${command.called} runs as an island; its last words come back here.`)
  return done(queued ? 'Queued until this turn ends.' : null)
}

/** Changes the thread's model or mode and says what that does to the cache. */
export async function configured(
  host: HostClient,
  threadId: string,
  change: { model?: string; permissionMode?: Thread['permissionMode'] },
  said: string,
): Promise<Done> {
  const { cacheStartsAgain } = await host.call('thread.configure', { threadId, ...change })
  return done(cacheStartsAgain ? `${said}; its cache starts again.` : `${said}.`)
}

/** Whether a message to the thread wakes it instead of waiting in line. */
export function isFinishedWorker(thread: Pick<Thread, 'kind' | 'state'>): boolean {
  return thread.kind !== 'main' && thread.kind !== 'branch' && !LIVE_STATES.has(thread.state)
}

/**
 * Repeats a command whose answer a broken connection swallowed. It is harmless: everything the command makes was named by us,
 * and the call waits until the connection is back.
 */
async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ConnectionLostError) || attempt === 3) throw error
    }
  }
}
