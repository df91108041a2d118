// Tools as the turn runner sees them: a frozen definition, and one way to run a call.
import type { DocumentBlock, ImageBlock } from '../../../core/content/attachment-blocks'
import type { SkillOffer } from '../../../core/library/skill-list'
import type { EpochMs } from '../../../shared/domain/units'

/** A tool as it stands in the request's `tools` array; key order is the order sent. */
export interface ToolDefinition {
  name: string
  description: string
  input_schema: Record<string, unknown>
}

/** What the result of a call may hold besides plain text. */
export type ToolContent = string | ToolContentBlock[]
export type ToolContentBlock = { type: 'text'; text: string } | ImageBlock | DocumentBlock

export interface ToolOutcome {
  content: ToolContent
  /** For the person alone: the end of what a command printed, with its colours. Left out where it printed none. */
  coloured?: string
  isError: boolean
}

/** Which files a thread has read in its own folder, and with what content. */
export interface ReadLedger {
  get(realPath: string): string | undefined
  set(realPath: string, contentHash: string): void
}

export interface StartedProcess {
  pid: number
  startTicks: string
  bootId: string
  command: string
}

/** Where a thread's paths lead. */
export interface ToolPlaces {
  /** The real path of the folder the thread works in (its worktree, or the project). */
  folder: string
  /** Real paths of further folders the person added; tools may read and write there. */
  addedFolders: readonly string[]
  /** Set for an isolated thread: absolute inherited paths below it mean the same path below `mapTo`. */
  mapFrom: string | null
  /** The top level of the thread's own checkout; `folder` without it. */
  mapTo?: string | null
  /** The real path of the folder for whole outputs that are too long to return; tools only read there. */
  outputsDir: string
}

export interface ToolContext extends ToolPlaces {
  threadId: string
  toolUseId: string
  /** Real paths outside the thread's places that a person allowed for this very call, each with all below it. */
  allowedPaths: readonly string[]
  /** Real paths a search comes upon and passes over; without it none. */
  hidden?(realPath: string): boolean
  /** Write and edit are refused. */
  readOnly: boolean
  reads: ReadLedger
  signal: AbortSignal
  /** Live output, in order, as it comes; decoded text. */
  onOutput(text: string): void
  /** Called before a started process group can do anything that outlives us; the record is stored. */
  onProcess(process: StartedProcess): void
  /** Called when that group is gone; for a background job that is long after its call returned. */
  onProcessEnd(process: StartedProcess): void
}

export interface BackgroundJob {
  id: string
  threadId: string
  command: string
  startedAt: EpochMs
  running: boolean
  exitCode: number | null
}

/** What `Agent` starts for a thread's model. */
export interface AgentOffer {
  /** Whether there are forks; then everything runs in the background, and the parameter for it is gone from the schema. */
  forks: boolean
  /** Whether a call returns at once. */
  background: boolean
  types: readonly { name: string; description: string }[]
}

export interface ToolBox {
  /** The names of all tools, in the order they are sent. */
  readonly names: readonly string[]
  /**
   * The definitions a thread's requests carry, in the order they are sent.
   *
   * @param names which of the tools; all when left out
   * @param skills what the model can call with `Skill`; without any there is no such tool
   */
  definitionsFor(agents: AgentOffer, names?: readonly string[], skills?: readonly SkillOffer[]): ToolDefinition[]
  /**
   * Checks a call's input against its schema.
   *
   * @returns null when it fits, else a sentence the model can act on
   */
  check(name: string, input: unknown): string | null
  /**
   * Runs one call. Promises an outcome for everything the model can cause; throws only for bugs, and the signal's
   * reason when it was aborted.
   */
  run(name: string, input: unknown, context: ToolContext): Promise<ToolOutcome>
  /** The background jobs of a thread: those that run, and the last ones that ended. */
  jobs(threadId: string): BackgroundJob[]
  /** Ends one job of a thread; resolves with what it was when its processes are gone, null when there is none. */
  stopJob(threadId: string, jobId: string): Promise<BackgroundJob | null>
  /** Ends every process group of a thread (all threads without an id); resolves when they are gone. */
  endJobs(threadId?: string): Promise<void>
}
