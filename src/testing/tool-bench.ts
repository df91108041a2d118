// A thread's places in a temporary folder, and a tool box to call in them.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemClock } from '../main/adapters/system/clock'
import { createToolBox, type ToolBoxOptions } from '../main/adapters/tools/create-tool-box'
import type { StartedProcess, ToolBox, ToolContext } from '../main/services/ports/tools'

export interface ToolResult {
  /** The result's text; of an image block its media type. */
  text: string
  isError: boolean
}

export interface ToolBench {
  /** Holds everything of this bench; real, like the paths below. */
  readonly root: string
  readonly folder: string
  readonly outputsDir: string
  readonly box: ToolBox
  readonly reads: Map<string, string>
  /** Groups that were recorded and have not been reported gone. */
  readonly processes: Map<number, StartedProcess>
  /** Live output so far. */
  live(): string
  /** Resolves with the first match in the live output (its first group, if it has one). */
  seen(pattern: RegExp): Promise<string>
  context(changes?: Partial<ToolContext>): ToolContext
  call(name: string, input: unknown, changes?: Partial<ToolContext>): Promise<ToolResult>
  /** Writes below the root, making folders. */
  put(path: string, content: string | Uint8Array): string
  /** Reads below the root. */
  get(path: string): string
  /** Ends what runs and removes the folder. */
  dispose(): Promise<void>
}

export function toolBench(options: Partial<ToolBoxOptions> = {}): ToolBench {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tine-tools-')))
  const folder = join(root, 'project')
  const outputsDir = join(root, 'outputs')
  mkdirSync(folder)
  const box = createToolBox({ clock: systemClock, env: process.env, ...options })
  const reads = new Map<string, string>()
  const processes = new Map<number, StartedProcess>()
  const output = watchedText()
  const context = (changes: Partial<ToolContext> = {}): ToolContext => ({
    threadId: 'thr_1',
    toolUseId: 'toolu_1',
    folder,
    outputsDir,
    addedFolders: [],
    allowedPaths: [],
    mapFrom: null,
    readOnly: false,
    reads: { get: (path) => reads.get(path), set: (path, hash) => void reads.set(path, hash) },
    signal: new AbortController().signal,
    onOutput: output.add,
    onProcess: (started) => void processes.set(started.pid, started),
    onProcessEnd: (started) => void processes.delete(started.pid),
    ...changes,
  })
  return {
    ...{ root, folder, outputsDir, box, reads, processes, context },
    live: output.text,
    seen: output.seen,
    async call(name, input, changes) {
      const { content, isError } = await box.run(name, input, context(changes))
      if (typeof content === 'string') return { text: content, isError }
      const texts = content.map((block) => (block.type === 'text' ? block.text : block.source.media_type))
      return { text: texts.join('\n'), isError }
    },
    put(path, content) {
      const target = join(root, path)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, content)
      return target
    },
    get: (path) => readFileSync(join(root, path), 'utf8'),
    async dispose() {
      await box.endJobs()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

function watchedText() {
  let text = ''
  const watchers = new Set<() => void>()
  return {
    text: () => text,
    add(part: string) {
      text += part
      for (const watch of watchers) watch()
    },
    seen: (pattern: RegExp) =>
      new Promise<string>((resolve) => {
        const watch = () => {
          const match = pattern.exec(text)
          if (match === null) return
          watchers.delete(watch)
          resolve(match[1] ?? match[0])
        }
        watchers.add(watch)
        watch()
      }),
  }
}
