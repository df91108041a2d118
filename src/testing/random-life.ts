// A session lived at random: what its model answers, and what its person does. Same seed, same choices.
import { LIVE_STATES } from '../shared/domain/live-states'
import type { Thread } from '../shared/domain/thread'
import { droppedConnection, rateLimited, streamError } from '../simulator/faults/fault'
import { call, redacted, replyWith, text, thinking } from '../simulator/script/builders'
import type { Reply, ReplyBlock } from '../simulator/script/reply'
import type { Script } from '../simulator/script/script'
import type { RecordedRequest } from '../simulator/server/recorded-request'
import { type Conversation, converse } from './conversation'
import { CallFailed, type TestClient } from './test-host'

/** What the person does next; `pick` chooses among whatever there is to choose from. */
export interface Deed {
  kind:
    | 'say'
    | 'steer'
    | 'interrupt'
    | 'cut'
    | 'fault'
    | 'restart'
    | 'crashing-restart'
    | 'resume'
    | 'fork'
    | 'branch'
    | 'stop'
    | 'stop-all'
    | 'settings'
  pick: number
}

/** Failures a person meets who does things at odd times. */
const EXPECTED = new Set(['thread.running', 'thread.nothing_to_resume', 'fork.not_forkable'])

/** Numbers from 0 below `below`, the same row for the same seed. */
function chances(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A model that thinks, talks, calls several tools at once, forks, is cut off, pauses and refuses. */
function randomModel(seed: number): Script {
  const chance = chances(seed)
  return ({ lastUser, ownAssistantCount, directive }): Reply => {
    const blocks: ReplyBlock[] = []
    if (chance(2) === 0) blocks.push(chance(4) === 0 ? redacted('x') : thinking(chance(3) === 0 ? '' : 'I think 🌲.'))
    if (chance(3) > 0) blocks.push(text(`Words ${chance(1000)}.`))
    // A report that comes home starts no further forks, so that every life comes to rest.
    const mayFork = directive === null && lastUser.said !== ''
    const deep = lastUser.toolResults.length > 0 && ownAssistantCount % 3 === 2
    const count = deep ? 0 : chance(4)
    for (let n = 0; n < count; n++) blocks.push(randomCall(chance, mayFork))
    if (count > 0) return replyWith({}, ...blocks)
    if (blocks.length === 0 && chance(2) === 0) return replyWith({})
    const ends = [
      'end_turn',
      'end_turn',
      'end_turn',
      'end_turn',
      'stop_sequence',
      'max_tokens',
      'refusal',
      'pause_turn',
    ]
    const stopReason = ends[chance(ends.length)] ?? 'end_turn'
    return replyWith({ stopReason }, ...blocks, text('The end.'))
  }
}

function randomCall(chance: (below: number) => number, mayFork: boolean): ReplyBlock {
  const prints = (chars: number) => call('bash', { command: `head -c ${chars} /dev/zero | tr '\\0' 'z'` })
  switch (chance(mayFork ? 6 : 5)) {
    case 0:
      return call('glob', { pattern: '*' })
    case 1:
      return prints(1500 + chance(3000))
    case 2:
      return prints(900)
    case 3:
      return call('read', { file_path: 'missing.txt' })
    case 4:
      return call('bash', { command: `printf '\\0\\377 🌲'` })
    default:
      return call('Agent', { description: `Task ${chance(100)}`, prompt: 'Look around.', isolation: 'none' })
  }
}

/** Lives a session: starts it, does the deeds one after the other, and lets everything come to rest. */
export async function live(seed: number, deeds: readonly Deed[]): Promise<Conversation & { client: TestClient }> {
  const talk = await converse(randomModel(seed))
  const settings = { 'replace.resultChars': 2000, 'replace.messageChars': 3000, 'replace.previewChars': 100 }
  await talk.client.call('settings.write', { patch: settings })
  const life = new Life(talk)
  await life.attempt({ kind: 'say', pick: 0 })
  for (const deed of deeds) await life.attempt(deed)
  await life.rest()
  return { ...talk, client: life.client }
}

/** The promise's value, or a failure when it does not come. */
async function soon<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come`)), 15_000)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

class Life {
  client: TestClient
  private said = 0

  constructor(private readonly talk: Conversation) {
    this.client = talk.client
  }

  /** Does one deed; that it came at a bad time is no fault. */
  async attempt(deed: Deed): Promise<void> {
    try {
      await this.do(deed)
    } catch (error) {
      if (!(error instanceof CallFailed) || !EXPECTED.has(error.failure.code)) throw error
    }
  }

  /** Waits until nothing runs, and nothing that ended has woken anything. */
  async rest(): Promise<void> {
    for (let quiet = 0; quiet < 2; ) {
      await this.client.until(() => this.threads().every((thread) => !LIVE_STATES.has(thread.state)), 'all at rest')
      const { threads } = await this.client.call('session.read', { sessionId: this.talk.sessionId })
      quiet = threads.every((thread) => !LIVE_STATES.has(thread.state)) ? quiet + 1 : 0
    }
  }

  private async do({ kind, pick }: Deed): Promise<void> {
    const threadId = this.choose(pick).id
    const { simulator } = this.talk
    switch (kind) {
      case 'say':
        await this.say(threadId)
        return this.rest()
      case 'steer':
        await this.say(threadId)
        await this.client.call('turn.send', { threadId, text: `Steered ${this.said++}.`, steer: true })
        return this.rest()
      case 'interrupt':
        return this.during(threadId, pick, () => this.client.call('turn.interrupt', { threadId }))
      case 'stop':
        return this.during(threadId, pick, () => this.client.call('thread.stop', { threadId }))
      case 'stop-all':
        return this.during(threadId, pick, () =>
          this.client.call('session.stopAll', { sessionId: this.talk.sessionId }),
        )
      case 'settings':
        return this.chooseGate(pick)
      case 'crashing-restart':
        return this.during(threadId, pick, () => this.reopen())
      case 'cut':
        simulator.faults.next(droppedConnection(pick % 12 === 0 ? 0 : 3 + (pick % 7)))
        await this.say(threadId)
        return this.rest()
      case 'fault':
        simulator.faults.next(pick % 8 > 0 ? rateLimited(0.005) : streamError(2, 'rate_limit_error'))
        await this.say(threadId)
        return this.rest()
      case 'restart':
        await this.rest()
        return this.reopen()
      case 'resume':
        await this.client.call('thread.resume', { threadId: this.chooseResumable(pick).id })
        return this.rest()
      default:
        await this.fork(threadId, kind, pick)
        return this.rest()
    }
  }

  private say(threadId: string): Promise<unknown> {
    return this.client.call('turn.send', { threadId, text: `Message ${this.said++}.` })
  }

  /** Does something while an answer to the thread is held at some event. */
  private async during(threadId: string, pick: number, what: () => Promise<unknown>): Promise<void> {
    const seen = new Set(this.talk.simulator.requests)
    const hold = this.talk.simulator.hold((request: RecordedRequest) => !seen.has(request), { afterEvents: pick % 4 })
    try {
      await this.say(threadId)
      await soon(hold.arrived, `a request after a message to ${threadId}`)
      await what()
    } finally {
      hold.release()
    }
    await this.rest()
  }

  private async fork(threadId: string, kind: 'fork' | 'branch', pick: number): Promise<void> {
    const { turns } = await this.client.call('thread.read', { threadId })
    const turn = pick % 3 === 0 ? undefined : turns[pick % turns.length]
    const directives = pick % 2 === 0 ? ['One way.'] : ['One way.', 'Another way.']
    const sendDirective = pick % 4 !== 0
    const more = { isolation: 'none' as const, reportBack: kind === 'fork' && pick % 5 === 0, sendDirective }
    await this.client.call('fork.start', { threadId, directives, kind, ...(turn ? { turnId: turn.id } : {}), ...more })
  }

  /** How many forks run at once, and whether of siblings one goes first. */
  private async chooseGate(pick: number): Promise<void> {
    const patch = {
      'fork.concurrency': 1 + (pick % 4),
      'fork.gate': pick % 3 === 0 ? ('off' as const) : ('group' as const),
      'fork.gateHoldMs': pick % 5 === 0 ? 0 : 30_000,
    }
    await this.client.call('settings.write', { patch })
  }

  private async reopen(): Promise<void> {
    this.client = await this.talk.reopen()
  }

  private threads(): Thread[] {
    const known = new Map<string, Thread>()
    for (const event of this.client.stored())
      if (event.type === 'thread.created' || event.type === 'thread.changed') known.set(event.threadId, event.thread)
    return [...known.values()]
  }

  private choose(pick: number): Thread {
    const threads = this.threads()
    const chosen = threads[pick % threads.length]
    if (!chosen) throw new Error('a session without a thread')
    return chosen
  }

  private chooseResumable(pick: number): Thread {
    const resumable = this.threads().filter((thread) => thread.resumable)
    return resumable[pick % Math.max(1, resumable.length)] ?? this.choose(pick)
  }
}
