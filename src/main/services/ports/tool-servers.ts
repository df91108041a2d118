// Servers that offer tools (MCP), as the services see them: what files name, and one connection to one server.
import type { OfferedTool } from '../../../core/mcp/freeze-tools'
import type { ServerEntry } from '../../../core/mcp/server-entry'
import type { BrokenFile } from './agent-files'
import type { StartedProcess, ToolOutcome } from './tools'

/** A server that a file names. */
export interface ConfiguredServer {
  name: string
  /** The file as a person names it: `.mcp.json`, `~/.claude.json`. */
  source: string
  origin: 'project' | 'home'
  /** What it starts or reaches, as written: without the values of variables. */
  shown: string
  /** With the variables put in; null where that cannot be: `problem` says why. */
  entry: ServerEntry | null
  problem: string | null
  /** A settings file of the person's or the project's switches it off. */
  disabled: boolean
}

export interface ServerFiles {
  /** What the files name now, by name; of one name the first counts. Nothing is started, and nothing here is fatal. */
  read(folder: string): Promise<{ servers: ConfiguredServer[]; broken: BrokenFile[] }>
}

export interface ConnectOrder {
  name: string
  entry: ServerEntry
  /** The real path of the project; a process starts there, and it is what the server is told as its root. */
  folder: string
  signal: AbortSignal
  /** Called before a started process can do anything that outlives us; the record is stored. */
  onProcess(process: StartedProcess): void
  onProcessEnd(process: StartedProcess): void
  /** The server says that its tools are others now. */
  onToolsChanged(): void
  /** The connection is gone and nobody closed it; told once, and never after `close`. */
  onLost(fault: ServerFault): void
}

export interface ServerFault {
  /** In words, for the person and for the model. */
  reason: string
  /** Whether trying again without a change of the configuration is of no use. */
  permanent: boolean
  /** The last lines the server wrote on standard error. */
  lastWords: string[]
}

/** Why a server cannot be reached, or did not answer. */
export class ServerFaultError extends Error {
  override readonly name = 'ServerFaultError'

  constructor(readonly fault: ServerFault) {
    super(fault.reason)
  }
}

export interface ServerConnection {
  /** What the server says it is; null where it says nothing. */
  readonly title: string | null
  /** @throws ServerFaultError */
  listTools(signal: AbortSignal): Promise<OfferedTool[]>
  /**
   * Calls a tool by the server's own name for it. An error the server answers is an outcome; throws `ServerFaultError` when no
   * answer came, and the signal's reason when it was aborted.
   */
  call(tool: string, input: unknown, limitMs: number, signal: AbortSignal): Promise<ToolOutcome>
  /** The last lines the server wrote on standard error. */
  lastWords(): string[]
  /** Ends the connection, and the process behind it; resolves when it is gone. */
  close(): Promise<void>
}

export interface ServerConnector {
  /**
   * Connects to a server and greets it.
   *
   * @throws ServerFaultError; the signal's reason when it was aborted
   */
  connect(order: ConnectOrder): Promise<ServerConnection>
  /** How long a server may take to start, in milliseconds (`MCP_TIMEOUT`). */
  readonly startMs: number
  /** How long one call may take where the server's entry does not say, in milliseconds (`MCP_TOOL_TIMEOUT`). */
  readonly callMs: number
}
