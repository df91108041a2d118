// The only place that constructs: store, adapters and services become one host.

import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ANTHROPIC_URL, providerFacts } from '../../core/pricing/model-table'
import type { CommandName } from '../../shared/contract/commands'
import { FailureError } from '../../shared/contract/failure'
import type { HostFrame } from '../../shared/contract/frames'
import { createAnthropicClient } from '../adapters/anthropic/anthropic-client'
import { createAttaching } from '../adapters/attachments/create-attaching'
import { createAgentFiles } from '../adapters/claude-files/agent-files'
import { createLibraryFiles } from '../adapters/claude-files/library-files'
import { createMemoryFiles } from '../adapters/claude-files/memory-files'
import { projectFiles } from '../adapters/claude-files/project-files'
import { createPromptFacts } from '../adapters/claude-files/prompt-facts'
import { createFileIndex } from '../adapters/file-index/create-file-index'
import { createGit } from '../adapters/git/create-git'
import { createHookFiles } from '../adapters/hooks/read-hooks'
import { createHookCommands } from '../adapters/hooks/run-hook-command'
import { createSessionFiles } from '../adapters/import/create-session-files'
import { createPermissionJudge } from '../adapters/permission/permission-judge'
import { createRescue } from '../adapters/rescue/create-rescue'
import { systemClock } from '../adapters/system/clock'
import { createIdSource } from '../adapters/system/ids'
import { createJsonLog } from '../adapters/system/json-log'
import { endGroupExactly } from '../adapters/system/recorded-groups'
import { createEditor } from '../adapters/system/start-editor'
import { createToolBox } from '../adapters/tools/create-tool-box'
import { createWeb } from '../adapters/web/create-web'
import type { HostParts } from '../services/host-parts'
import { logIncident } from '../services/incident'
import { withToolServers } from '../services/mcp/served-tool-box'
import type { Log } from '../services/ports/log'
import { Projects } from '../services/project/projects'
import { recover } from '../services/recovery'
import { projectOf } from '../services/threads'
import { Unattended } from '../services/unattended'
import { openStore, type Store } from '../store/store'
import { appInfo } from './app-info'
import { commandHandlers } from './command-handlers'
import { CommandsUnderWay } from './commands-under-way'
import { ClientConnection } from './connection'
import { DeltaBatcher } from './delta-batcher'
import { Demo } from './demo'
import type { Host } from './host'
import type { HostConfig } from './host-config'
import { RememberedAnswers } from './remembered'
import { SettingsSource, settingsEnvironment } from './settings-source'
import { wireToolServers } from './wire-mcp'
import { type WiredServices, wireServices } from './wire-services'

/** How long a stream may be silent before it counts as stalled; the API pings every few seconds. */
const STALL_MS = 90_000

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Opens the data folder and builds the host on it; what the last process left running is settled first.
 *
 * @throws FailureError `store.locked` (with the owner), `store.newer`, `store.unreadable`, `store.full`, and `project.*`
 *   for a folder that cannot be opened
 */
export async function createHost(config: HostConfig): Promise<Host> {
  const log = createJsonLog({ clock: systemClock, write: config.writeLog })
  const store = openStore({
    dataDir: config.dataDir,
    door: config.door,
    onListenerError: (error) => log.error('event.listener', {}, error),
  })
  const demo = new Demo(config.dataDir, config.resourcesDir)
  try {
    const connections = new Set<ClientConnection>()
    const deltas = new DeltaBatcher(systemClock, (delta) => {
      for (const connection of connections) connection.publishDelta(delta)
    })
    const { services, parts } = await buildServices(config, { store, log, demo, deltas })
    await recover(parts, {
      endExactly: async (process) => (await endGroupExactly(process, systemClock)) === 'ended',
    })
    await services.begin()
    await warnOfGit(parts)
    const { settings } = services.forHandlers
    settings.followUpdates((error) => log.error('updates.tell', {}, error))
    const stopListening = store.onEvents((events) => {
      parts.unattended.heard(events, (id) => store.sessions.get(id)?.mainThreadId)
      deltas.flush()
      for (const connection of connections) connection.publish(events)
    })
    const handlers = commandHandlers(services.forHandlers)
    let closing: Promise<void> | null = null
    const underWay = new CommandsUnderWay()
    const execute = async (name: CommandName, input: unknown) => {
      if (closing)
        throw new FailureError('conflict', 'The app is closing; nothing of this was done.', { closing: true })
      return underWay.run(() => (handlers[name] as (input: unknown) => unknown)(input))
    }
    const shutdown = async () => {
      await underWay.settled(systemClock)
      settings.close()
      await services.shutdown()
      deltas.flush()
      for (const connection of [...connections]) connection.close()
      stopListening()
      await demo.close()
      store.close()
    }
    void underWay
      .run(() => services.forHandlers.sessions.readAhead(() => closing !== null))
      .catch((error: unknown) => logIncident(log, 'sessions.read-ahead', error, {}))
    return {
      info: { door: config.door, dataDir: config.dataDir },
      connect(sink: (frame: HostFrame) => void) {
        const connection = new ClientConnection({ store, log }, execute, sink, (gone) => connections.delete(gone))
        connections.add(connection)
        return connection
      },
      setDoor: (address) => store.setDoor(address),
      close: () => {
        closing ??= shutdown()
        return closing
      },
    }
  } catch (error) {
    await demo.close()
    store.close()
    throw error
  }
}

/** Said once at start, beside what `app.info` tells the window: without it every fork would have to find out for itself. */
async function warnOfGit({ git, log }: Pick<HostParts, 'git' | 'log'>): Promise<void> {
  const { version, problem } = await git.version()
  if (problem !== null) log.warn('git.unfit', { version, problem })
}

interface Foundations {
  store: Store
  log: Log
  demo: Demo
  deltas: DeltaBatcher
}

async function buildServices(
  config: HostConfig,
  { store, log, demo, deltas }: Foundations,
): Promise<{ services: WiredServices; parts: HostParts }> {
  const clock = config.clock ?? systemClock
  const outputsDir = join(config.dataDir, 'outputs')
  mkdirSync(outputsDir, { recursive: true, mode: 0o700 })
  const demoUrl = config.demo ? (config.demoUrl ?? (await demo.url())) : null
  const settings = new SettingsSource(store, settingsEnvironment(config.env), config.vault, demoUrl, config.updates)
  const git = createGit({ dataDir: config.dataDir })
  const ids = createIdSource(clock)
  const projects = new Projects({ store, clock, ids, git, projectFiles })
  const judge = await createPermissionJudge({ dataDir: config.dataDir, home: config.env.HOME })
  const startProject = await openFirst(config, projects, demo)
  const trusted = (projectId: string) => projects.trusted(projectId)
  const toolServers = wireToolServers({ store, clock, log, hash: sha256, trusted }, config.env)
  const web = createWeb({ clock, env: config.env, privateHosts: () => settings.read()['web.privateHosts'] })
  const toolBox = createToolBox({ clock, env: config.env, web, onFault: (error) => log.error('job.fault', {}, error) })
  const parts: HostParts = {
    store,
    clock,
    ids,
    hash: sha256,
    agentFiles: createAgentFiles(config.env.HOME),
    libraryFiles: createLibraryFiles(config.env.HOME),
    memoryFiles: createMemoryFiles(judge, config.env.HOME),
    log,
    git,
    tools: withToolServers(toolBox, toolServers),
    toolServers,
    client: createAnthropicClient({ clock, stallMs: config.stallMs ?? STALL_MS }),
    judge,
    settings: () => settings.read(),
    provider: async (projectId) =>
      projectOf(store, projectId).demo
        ? { baseUrl: await demo.url(), apiKey: 'demo', demo: true }
        : settings.provider(),
    providerFacts: (projectId) => {
      const played = demoUrl !== null || projectOf(store, projectId).demo
      return providerFacts(played ? ANTHROPIC_URL : settings.read().baseUrl)
    },
    trusted,
    forkMode: (session) => settings.forkMode(session.forkMode),
    delta: (delta) => deltas.add(delta),
    outputsDir,
    dataDir: config.dataDir,
    unattended: new Unattended(config.door === 'print'),
  }
  const services = wireServices(
    {
      ...parts,
      promptFacts: createPromptFacts(clock, git, parts.memoryFiles),
      hookFiles: createHookFiles(config.env.HOME),
      hookCommands: createHookCommands({ clock, env: config.env }),
      fileIndex: createFileIndex(config.env),
      editor: createEditor(config.env),
      rescue: createRescue({ dataDir: config.dataDir }),
      attaching: createAttaching(),
      sessionFiles: createSessionFiles(config.env),
    },
    {
      projects,
      settings,
      remembered: new RememberedAnswers(store, sha256),
      info: () => appInfo(config, git, settings, startProject),
      openDemo: async () => projects.open(await demo.project(), true),
    },
  )
  return { services, parts }
}

/** The project the host was started for: the one named, or the sample when all of it is a demo. */
async function openFirst(config: HostConfig, projects: Projects, demo: Demo): Promise<string | null> {
  if (config.project !== undefined) return (await projects.open(config.project)).id
  return config.demo ? (await projects.open(await demo.project(), true)).id : null
}
