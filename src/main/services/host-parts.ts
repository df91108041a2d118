// What every service is built from: the store and the ports. Constructed once, in host/create-host.
import type { ProviderFacts } from '../../core/pricing/model-table'
import type { Hash } from '../../core/wire/wire-snapshot'
import type { ItemDelta } from '../../shared/contract/events'
import type { Settings } from '../../shared/domain/settings'
import type { SessionRecord } from '../store/records'
import type { Store } from '../store/store'
import type { ToolServers } from './mcp/tool-servers'
import type { AgentFiles } from './ports/agent-files'
import type { Clock, IdSource } from './ports/clock'
import type { Git } from './ports/git'
import type { LibraryFiles } from './ports/library-files'
import type { Log } from './ports/log'
import type { MemoryFiles } from './ports/memory-files'
import type { MergingGit } from './ports/merge'
import type { ModelClient } from './ports/model-client'
import type { PermissionJudge } from './ports/permissions'
import type { ToolBox } from './ports/tools'
import type { Unattended } from './unattended'

/** Which server a session's requests go to, and with what key. */
export interface Provider {
  baseUrl: string
  apiKey: string
  /** The scripted model of the demo. */
  demo: boolean
}

export interface HostParts {
  store: Store
  clock: Clock
  ids: IdSource
  hash: Hash
  agentFiles: AgentFiles
  libraryFiles: LibraryFiles
  memoryFiles: MemoryFiles
  log: Log
  /** Our own tools, and those of servers. */
  tools: ToolBox
  toolServers: ToolServers
  client: ModelClient
  judge: PermissionJudge
  git: Git & MergingGit
  settings(): Settings
  /** The provider for a project; throws the failure `provider.no_key` where there is no key. */
  provider(projectId: string): Promise<Provider>
  /** What is known of the provider for a project, with a key or without. */
  providerFacts(projectId: string): ProviderFacts
  /** Whether the project is trusted as its files are now. */
  trusted(projectId: string): Promise<boolean>
  /** Whether the models of a session may fork now. */
  forkMode(session: Pick<SessionRecord, 'forkMode'>): boolean
  /** Sends an ephemeral event; it is merged with its neighbours and never stored. */
  delta(delta: ItemDelta): void
  outputsDir: string
  dataDir: string
  /** The sessions in which nobody can be asked. */
  unattended: Unattended
}
