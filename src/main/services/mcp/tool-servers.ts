// The tool servers of sessions (MCP): each is connected once for all threads of its session, and called by the names that were frozen.
import { isServerTool } from '../../../core/mcp/tool-name'
import { type Hash, parseSnapshot, wireJson } from '../../../core/wire/wire-snapshot'
import { FailureError } from '../../../shared/contract/failure'
import { LIVE_STATES } from '../../../shared/domain/live-states'
import { splitToolName } from '../../../shared/domain/served-tool'
import type { ThreadRecord } from '../../store/records'
import type { Store } from '../../store/store'
import type { Clock } from '../ports/clock'
import type { Log } from '../ports/log'
import { type ServerConnector, ServerFaultError, type ServerFiles } from '../ports/tool-servers'
import type { StartedProcess, ToolOutcome } from '../ports/tools'
import { projectOf, projectOfThread, sessionOf, threadOf } from '../threads'
import { type AbsentServer, type GatheredTools, gatherTools } from './gather-tools'
import { type KnownServer, knownServers } from './known-servers'
import { orAborted, ServerLink } from './server-link'

export interface ServerParts {
  store: Store
  clock: Clock
  log: Log
  hash: Hash
  /** Whether the project is trusted as its files are now. */
  trusted(projectId: string): Promise<boolean>
  files: ServerFiles
  connector: ServerConnector
}

/** How long a session's first request waits for servers that are slow to start; then it goes without them, and says so. */
export const FIRST_WAIT_MS = 10_000
/** Servers of a session in which nothing runs end after so long, and start again when they are needed. */
const REST_MS = 30 * 60_000

export class ToolServers {
  private readonly sessions = new Map<string, Map<string, ServerLink>>()
  private readonly resting = new Map<string, () => void>()
  private readonly ending = new Set<Promise<void>>()
  private closed = false

  constructor(private readonly parts: ServerParts) {}

  /** The servers a project's sessions can have, as its files and the person's name them now. */
  async known(projectId: string): Promise<KnownServer[]> {
    const { realPath } = projectOf(this.parts.store, projectId)
    const { servers } = await this.parts.files.read(realPath)
    const fromProject = servers.some(({ origin }) => origin === 'project')
    return knownServers(servers, fromProject && (await this.parts.trusted(projectId)))
  }

  /** What of the files that name servers cannot be read. */
  async broken(projectId: string) {
    return (await this.parts.files.read(projectOf(this.parts.store, projectId).realPath)).broken
  }

  /**
   * The tools of the servers a thread has chosen, for its next snapshot: connects those that are not connected, and waits for
   * them no longer than `FIRST_WAIT_MS`. Rejects with the signal's reason.
   */
  async toolsFor(thread: ThreadRecord, signal?: AbortSignal): Promise<GatheredTools> {
    const known = await this.known(projectOfThread(this.parts.store, thread).id)
    this.endUnwanted(thread.sessionId, known)
    const chosen = known.filter(({ name, standing }) => standing === 'active' && isChosen(thread, name))
    if (chosen.length === 0 || this.closed) return { tools: [], absent: [] }
    const links = chosen.map((server) => ({ name: server.name, link: this.link(thread, server) }))
    await this.within(FIRST_WAIT_MS, Promise.all(links.map(({ link }) => link.start())), signal)
    this.keepAwake(thread.sessionId)
    const there = links.filter(({ link }) => link.state === 'connected')
    const late = links.filter(({ link }) => link.state !== 'connected')
    const gathered = gatherTools(there.map(({ name, link }) => ({ name, tools: link.offer.tools })))
    return { tools: gathered.tools, absent: [...late.map(absentOf), ...gathered.absent] }
  }

  /**
   * Runs a call of a thread by the name its snapshot has. Whatever the server does, there is an outcome; rejects with the
   * signal's reason only.
   */
  async call(threadId: string, name: string, input: unknown, signal: AbortSignal): Promise<ToolOutcome> {
    signal.throwIfAborted()
    const thread = threadOf(this.parts.store, threadId)
    const { slug = '' } = splitToolName(name) ?? {}
    const known = await this.known(projectOfThread(this.parts.store, thread).id)
    this.endUnwanted(thread.sessionId, known)
    const mine = known.filter((server) => server.slug === slug)
    const server = mine.find(({ standing }) => standing === 'active') ?? mine[0]
    if (!server) return refusal(`No file names the tool server of ${name} any more. Nothing was done.`)
    if (server.standing !== 'active')
      return refusal(`The tool server “${server.name}” cannot be used now. ${server.why} Nothing was done.`)
    const link = this.link(thread, server)
    this.keepAwake(thread.sessionId)
    let asked = false
    try {
      const connection = await link.connected(signal)
      const tool = link.offer.tools.find(({ definition }) => definition.name === name)?.tool
      if (tool === undefined)
        return refusal(`The tool server “${server.name}” no longer offers ${name}. Nothing was done.`)
      asked = true
      return await connection.call(tool, input, server.entry?.timeoutMs ?? this.parts.connector.callMs, signal)
    } catch (error) {
      if (!(error instanceof ServerFaultError)) throw error
      const effect = asked ? 'It may have taken effect.' : 'Nothing was done.'
      return refusal(`The tool server “${server.name}” did not answer: ${error.message}. ${effect}`)
    }
  }

  /** The link of a session to a server, if there was need of one. */
  linkOf(sessionId: string, name: string): ServerLink | undefined {
    return this.sessions.get(sessionId)?.get(name)
  }

  /**
   * Connects a session to a server again; the attempt goes on when this has returned.
   *
   * @throws FailureError `not_found` for a name no file has, `conflict` for a server that may not be started
   */
  async reconnect(sessionId: string, name: string): Promise<void> {
    const session = sessionOf(this.parts.store, sessionId)
    const server = (await this.known(session.projectId)).find((each) => each.name === name)
    if (!server) throw new FailureError('not_found', `No file names a tool server ${JSON.stringify(name)}.`, { name })
    if (server.standing !== 'active')
      throw new FailureError('conflict', `The tool server “${name}” cannot be started. ${server.why}`, { name })
    void this.link(threadOf(this.parts.store, session.mainThreadId), server).restart()
    this.keepAwake(sessionId)
  }

  /** Starts the servers a thread has chosen, for whoever asks next. */
  async wake(thread: ThreadRecord): Promise<void> {
    const known = await this.known(projectOfThread(this.parts.store, thread).id)
    for (const server of known)
      if (server.standing === 'active' && isChosen(thread, server.name)) void this.link(thread, server).start()
    this.keepAwake(thread.sessionId)
  }

  /** Whether rendering a thread's tools anew could give other ones than it carries; also where that cannot be known yet. */
  async wouldChange(thread: ThreadRecord): Promise<boolean> {
    const { store } = this.parts
    const epoch = store.epochs.current(thread.id)
    const snapshot = epoch && store.snapshots.get(epoch.snapshotId)
    if (!snapshot) return false
    const carried = parseSnapshot(snapshot.text).tools.filter(({ name }) => isServerTool(String(name)))
    const known = await this.known(projectOfThread(store, thread).id)
    const chosen = known.filter(({ name, standing }) => standing === 'active' && isChosen(thread, name))
    const links = chosen.map(({ name }) => ({ name, link: this.linkOf(thread.sessionId, name) }))
    if (links.some(({ link }) => link?.state !== 'connected')) return true
    const offered = gatherTools(links.map(({ name, link }) => ({ name, tools: link?.offer.tools ?? [] })))
    return wireJson(offered.tools) !== wireJson(carried)
  }

  /** Ends all connections and the processes behind them; resolves when they are gone. */
  async close(): Promise<void> {
    this.closed = true
    for (const cancel of this.resting.values()) cancel()
    await Promise.all([...this.sessions.values()].flatMap((links) => [...links.values()].map((link) => link.close())))
    await Promise.all(this.ending)
  }

  private link({ sessionId }: ThreadRecord, server: KnownServer): ServerLink {
    const { entry } = server
    if (this.closed) throw new FailureError('conflict', 'The app is closing; nothing was started.', { closing: true })
    if (!entry) throw new Error(`the server ${server.name} has no entry`)
    const links = this.sessions.get(sessionId) ?? new Map<string, ServerLink>()
    this.sessions.set(sessionId, links)
    const before = links.get(server.name)
    if (before && JSON.stringify(before.order.entry) === JSON.stringify(entry)) return before
    if (before) this.end(before)
    const link = new ServerLink(this.parts, { ...this.orderOf(sessionId, server.name), slug: server.slug, entry })
    links.set(server.name, link)
    return link
  }

  /** What no file names any more, or nobody trusts any more, does not go on running. */
  private endUnwanted(sessionId: string, known: readonly KnownServer[]): void {
    const links = this.sessions.get(sessionId)
    for (const [name, link] of links ?? []) {
      if (known.some((server) => server.name === name && server.standing === 'active')) continue
      links?.delete(name)
      this.end(link)
    }
  }

  private end(link: ServerLink): void {
    const ended = link.close().finally(() => this.ending.delete(ended))
    this.ending.add(ended)
  }

  private orderOf(sessionId: string, name: string) {
    const { store, clock } = this.parts
    const { projectId, mainThreadId } = sessionOf(store, sessionId)
    return {
      name,
      folder: projectOf(store, projectId).realPath,
      onChange: () => this.announce(sessionId),
      onProcess: (process: StartedProcess) => {
        const row = { ...process, threadId: mainThreadId, toolUseId: `mcp:${name}`, createdAt: clock.now() }
        store.commit(() => store.processes.insert(row), 'process')
      },
      // A row that stays names a process that is gone: the next start finds nobody by it.
      onProcessEnd: ({ pid, startTicks }: StartedProcess) =>
        this.unlessFull(() => store.commit(() => store.processes.remove(pid, startTicks), 'process')),
    }
  }

  private announce(sessionId: string): void {
    if (this.closed) return
    this.unlessFull(() => this.parts.store.commit((tx) => tx.emit({ type: 'mcp.changed', sessionId }), 'process'))
  }

  /** Nobody waits for what is told here, and a full disk is no reason for a server to end. */
  private unlessFull(write: () => void): void {
    try {
      write()
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      this.parts.log.warn('mcp.not-stored', { code: error.failure.code })
    }
  }

  /** Counts the time until a session's servers may rest from now. */
  private keepAwake(sessionId: string): void {
    this.resting.get(sessionId)?.()
    if (this.closed) return
    const rest = () => {
      const busy = this.parts.store.threads.ofSession(sessionId).some(({ state }) => LIVE_STATES.has(state))
      if (busy) return this.keepAwake(sessionId)
      for (const link of this.sessions.get(sessionId)?.values() ?? []) void link.rest()
    }
    this.resting.set(sessionId, this.parts.clock.after(REST_MS, rest))
  }

  private async within(ms: number, work: Promise<unknown>, signal?: AbortSignal): Promise<void> {
    let cancel = () => {}
    const over = new Promise<void>((resolve) => {
      cancel = this.parts.clock.after(ms, resolve)
    })
    const first = Promise.race([work, over])
    try {
      await (signal ? orAborted(first, signal) : first)
    } finally {
      cancel()
    }
  }
}

/** Whether a thread takes a server; one that never chose takes all. */
export function isChosen({ toolServers }: Pick<ThreadRecord, 'toolServers'>, name: string): boolean {
  return toolServers === null || toolServers.includes(name)
}

function absentOf({ name, link }: { name: string; link: ServerLink }): AbsentServer {
  return { name, reason: link.fault?.reason ?? `it was not ready within ${FIRST_WAIT_MS / 1000} seconds` }
}

function refusal(content: string): ToolOutcome {
  return { content, isError: true }
}
