// A whole host for tests: real store, real git, real tools, and the simulator over real HTTP as its provider.
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createMemoryVault } from '../main/adapters/system/memory-vault'
import { createHost } from '../main/host/create-host'
import type { Host } from '../main/host/host'
import type { HostConfig } from '../main/host/host-config'
import type { CommandInput, CommandName, CommandResult } from '../shared/contract/commands'
import type { HostEvent, StoredEvent } from '../shared/contract/events'
import type { Failure } from '../shared/contract/failure'
import type { HostFrame } from '../shared/contract/frames'
import type { Thread } from '../shared/domain/thread'
import type { SimulatorOptions } from '../simulator/server/simulator-options'
import { type Simulator, startSimulator } from '../simulator/start-simulator'
import { temporaryFolder } from './temporary-store'

const ROOT = join(import.meta.dirname, '..', '..')

/** A client of a host, in the same process, through the same frames as every other. */
export class TestClient {
  private readonly waiting = new Map<number, (frame: HostFrame) => void>()
  private readonly watchers = new Set<() => void>()
  readonly events: HostEvent[] = []
  private readonly connection
  private id = 0

  constructor(host: Pick<Host, 'connect'>) {
    this.connection = host.connect((frame) => this.take(frame))
  }

  /** Calls a command; throws `CallFailed` with the failure. */
  async call<Name extends CommandName>(command: Name, input: CommandInput<Name>): Promise<CommandResult<Name>> {
    const answer = await this.raw({ command, input })
    if ('ok' in answer && answer.ok) return answer.result as CommandResult<Name>
    throw new CallFailed('ok' in answer && !answer.ok ? answer.failure : { code: 'internal', message: 'no answer' })
  }

  /** Sends a frame as it is, with an id of its own, and answers what comes back for it. */
  raw(frame: Record<string, unknown>): Promise<HostFrame> {
    const id = ++this.id
    return new Promise((resolve) => {
      this.waiting.set(id, resolve)
      this.connection.receive({ id, ...frame })
    })
  }

  /** The failure a call is expected to end with. */
  async fails<Name extends CommandName>(command: Name, input: CommandInput<Name>): Promise<Failure> {
    try {
      await this.call(command, input)
    } catch (error) {
      if (error instanceof CallFailed) return error.failure
      throw error
    }
    throw new Error(`${command} was expected to fail`)
  }

  /** Resolves with what `find` answers once it answers something; asked again after every event. */
  until<T>(find: () => T | undefined | false | null, what = 'the condition'): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.watchers.delete(look)
        reject(new Error(`${what} did not come about; last events: ${this.tail()}`))
      }, 15_000)
      const look = () => {
        const found = find()
        if (found === undefined || found === false || found === null) return
        clearTimeout(timer)
        this.watchers.delete(look)
        resolve(found)
      }
      this.watchers.add(look)
      look()
    })
  }

  /** The latest a client knows of a thread. */
  thread(id: string): Thread | undefined {
    const last = this.stored().findLast(
      (event) => (event.type === 'thread.changed' || event.type === 'thread.created') && event.threadId === id,
    )
    return last && (last.type === 'thread.changed' || last.type === 'thread.created') ? last.thread : undefined
  }

  /** Resolves when a thread is in a state. */
  state(threadId: string, ...states: Thread['state'][]): Promise<Thread> {
    return this.until(
      () => {
        const thread = this.thread(threadId)
        return thread && states.includes(thread.state) ? thread : undefined
      },
      `${threadId} in ${states.join(' or ')} (is ${this.thread(threadId)?.state})`,
    )
  }

  stored(): StoredEvent[] {
    return this.events.filter((event) => event.type !== 'item.delta')
  }

  close(): void {
    this.connection.close()
  }

  private take(frame: HostFrame): void {
    if ('event' in frame) {
      this.events.push(frame.event)
      for (const look of [...this.watchers]) look()
      return
    }
    if (frame.id === null) return
    this.waiting.get(frame.id)?.(frame)
    this.waiting.delete(frame.id)
  }

  private tail(): string {
    return this.stored()
      .slice(-8)
      .map((event) =>
        event.type === 'thread.changed'
          ? `${event.type} ${event.thread.state} ${event.thread.stateReason}`
          : event.type,
      )
      .join(', ')
  }
}

/** A command's expected failure, thrown. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'

  constructor(readonly failure: Failure) {
    super(`${failure.code}: ${failure.message}`)
  }
}

export interface TestHost {
  host: Host
  client: TestClient
  simulator: Simulator
  dataDir: string
  log: string[]
  /** Closes the host and opens another one on the same data folder. */
  restart(): Promise<{ host: Host; client: TestClient }>
}

export interface TestHostOptions {
  /** The simulator plays the model of a demo: dealt with as the provider that offers most. */
  asDemo?: boolean
  simulator?: SimulatorOptions
  env?: NodeJS.ProcessEnv
  config?: Partial<HostConfig>
}

/** Starts a host with a simulator of its own; both end with the test. */
export async function startTestHost(options: TestHostOptions = {}): Promise<TestHost> {
  const simulator = await startSimulator(options.simulator)
  const dataDir = join(temporaryFolder(), 'data')
  const log: string[] = []
  const config: HostConfig = {
    door: 'serve',
    dataDir,
    env: {
      PATH: process.env.PATH,
      HOME: dataDir,
      ANTHROPIC_BASE_URL: simulator.url,
      ANTHROPIC_API_KEY: 'test-key',
      ...options.env,
    },
    vault: createMemoryVault(),
    demo: options.asDemo === true,
    ...(options.asDemo ? { demoUrl: simulator.url } : {}),
    resourcesDir: join(ROOT, 'resources'),
    writeLog: (line) => log.push(line),
    ...options.config,
  }
  let host = await createHost(config)
  onTestFinished(async () => {
    await host.close()
    await simulator.close()
  })
  return {
    host,
    client: new TestClient(host),
    simulator,
    dataDir,
    log,
    async restart() {
      await host.close()
      host = await createHost(config)
      return { host, client: new TestClient(host) }
    },
  }
}

/** Opens a folder, makes a session in it and follows it. */
export async function openSession(
  client: TestClient,
  folder: string,
  more: Partial<CommandInput<'session.create'>> = {},
): Promise<{ projectId: string; sessionId: string; threadId: string }> {
  const { projectId } = await client.call('project.open', { path: folder })
  const { sessionId, threadId } = await client.call('session.create', { projectId, ...more })
  await client.call('session.subscribe', { sessionId })
  return { projectId, sessionId, threadId }
}
