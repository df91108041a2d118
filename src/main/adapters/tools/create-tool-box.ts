import type { Clock } from '../../services/ports/clock'
import type { ToolBox, ToolContext, ToolOutcome } from '../../services/ports/tools'
import { createWeb, type Web } from '../web/create-web'
import { checkInput } from './check-input'
import { bashTool } from './definitions/bash'
import { editTool } from './definitions/edit'
import { globTool } from './definitions/glob'
import { grepTool } from './definitions/grep'
import { readTool } from './definitions/read'
import { todoWriteTool } from './definitions/todo-write'
import { definitionsFor, TOOL_NAMES } from './definitions/tool-definitions'
import { webFetchTool } from './definitions/web-fetch'
import { writeTool } from './definitions/write'
import { editFile } from './files/edit-file'
import { PathQueue } from './files/path-queue'
import { readFile } from './files/read-file'
import { systemErrorSentence } from './files/system-error'
import { writeFile } from './files/write-file'
import { findFiles } from './search/find-files'
import { searchText } from './search/search-text'
import { BackgroundJobs } from './shell/background-jobs'
import { commandEnvironment } from './shell/command-environment'
import { locateShell } from './shell/locate-shell'
import { runBash } from './shell/run-bash'
import { todoNote } from './todo-note'
import { ToolRefusal } from './tool-refusal'
import { fetchWeb } from './web/fetch-web'

export interface ToolBoxOptions {
  clock: Clock
  /** This process's environment; what children get of it is cleaned here. */
  env: NodeJS.ProcessEnv
  /** Variables that look like credentials and are passed on all the same, because the person's configuration names them. */
  keepVariables?: readonly string[]
  /** The ripgrep to use instead of the one that came with us. */
  rgPath?: string
  /** The shell to use instead of bash. */
  shell?: string
  /** The way to the web; one that reaches public hosts only when left out. */
  web?: Web
  /** Hears what went wrong with a background job, where no call waits that could report it. */
  onFault?: (error: unknown) => void
}

type Runner = (input: unknown, context: ToolContext) => Promise<ToolOutcome>

/**
 * The tools that work on files, processes and pages of the web. `Agent`, `SendMessage` and `TaskStop` are defined and checked here too, but
 * what they do is the host's: running one of them here is a bug.
 */
export function createToolBox(options: ToolBoxOptions): ToolBox {
  const jobs = new BackgroundJobs(options.onFault ?? rethrow)
  const runners = createRunners(options, jobs)
  return {
    names: TOOL_NAMES,
    definitionsFor,
    check: checkInput,
    async run(name, input, context) {
      context.signal.throwIfAborted()
      const problem = checkInput(name, input)
      if (problem !== null) return { content: problem, isError: true }
      const runner = runners.get(name)
      if (runner === undefined) throw new Error(`the tool ${name} is run by the host`)
      return await refusalsAsOutcomes(name, context.signal, () => runner(input, context))
    },
    jobs: (threadId) => jobs.list(threadId),
    stopJob: (threadId, jobId) => jobs.stop(threadId, jobId),
    endJobs: (threadId) => jobs.endAll(threadId),
  }
}

function createRunners(
  { clock, env, keepVariables = [], rgPath, shell, web }: ToolBoxOptions,
  jobs: BackgroundJobs,
): Map<string, Runner> {
  const queue = new PathQueue()
  const childEnv = commandEnvironment(env, keepVariables)
  const wayOut = web ?? createWeb({ clock, env, privateHosts: () => [] })
  const search = { clock, env: childEnv, rgPath }
  const bash = { clock, env: childEnv, shell: shell ?? locateShell(childEnv), jobs }
  return new Map<string, Runner>([
    ['read', async (input, context) => plain(await readFile(readTool.input.parse(input), context))],
    ['write', async (input, context) => plain(await writeFile(writeTool.input.parse(input), context, queue))],
    ['edit', async (input, context) => plain(await editFile(editTool.input.parse(input), context, queue))],
    ['glob', async (input, context) => plain(await findFiles(globTool.input.parse(input), context, search))],
    ['grep', async (input, context) => plain(await searchText(grepTool.input.parse(input), context, search))],
    ['bash', (input, context) => runBash(bashTool.input.parse(input), context, bash)],
    ['WebFetch', (input, context) => fetchWeb(webFetchTool.input.parse(input), context, wayOut)],
    ['TodoWrite', async (input) => plain(todoNote(todoWriteTool.input.parse(input)))],
  ])
}

function rethrow(error: unknown): never {
  throw error
}

function plain(content: ToolOutcome['content']): ToolOutcome {
  return { content, isError: false }
}

/** What the model caused becomes its result; an abort is the signal's reason, and everything else a bug. */
async function refusalsAsOutcomes(
  name: string,
  signal: AbortSignal,
  run: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  try {
    return await run()
  } catch (error) {
    signal.throwIfAborted()
    const sentence = error instanceof ToolRefusal ? error.message : systemErrorSentence(error, name)
    if (sentence === null) throw error
    return { content: sentence, isError: true }
  }
}
