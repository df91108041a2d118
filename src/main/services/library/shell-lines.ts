// The commands a file runs before the model sees its text: only what may run unasked does.
import type { TextPiece } from '../../../core/library/command-text'
import type { ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import { judgeCall } from '../permissions'
import type { ToolContext, ToolOutcome } from '../ports/tools'
import type { Breach, IsolationWatch } from '../turn/isolation-watch'
import type { ThreadPlace, Worktrees } from '../worktrees'
import type { FileTerms } from './file-terms'

interface Others {
  worktrees: Worktrees
  watch: IsolationWatch
  /** Stops a thread whose command changed another checkout, or tells of it. */
  onBreach(threadId: string, breach: Breach): void
}

/** Who runs the commands of a file, and on what terms; a reason instead of terms: nothing of it runs. */
export interface Running {
  thread: ThreadRecord
  terms: FileTerms | { refusal: string }
}

export class ShellLines {
  constructor(
    private readonly parts: HostParts,
    private readonly others: Others,
  ) {}

  /**
   * A text with the output of its commands in their places, run one after the other where the thread works. One that is not run
   * says so there, and why.
   *
   * @throws FailureError `worktree.*` where the thread's folder is gone
   */
  async fill(pieces: readonly TextPiece[], running: Running): Promise<string> {
    const parts: string[] = []
    for (const piece of pieces)
      parts.push(piece.kind === 'text' ? piece.text : await this.output(piece.command, running))
    return parts.join('')
  }

  private async output(command: string, { thread, terms }: Running): Promise<string> {
    if ('refusal' in terms) return notRun(command, terms.refusal)
    const place = await this.others.worktrees.ready(thread)
    const call = { name: 'bash', input: { command } }
    const verdict = await judgeCall(this.parts, thread, place, call, terms)
    if (verdict.decision !== 'allow') return notRun(command, verdict.text)
    const outcome = await this.run(thread, place, command, verdict.outsidePaths)
    const text = typeof outcome.content === 'string' ? outcome.content : ''
    return outcome.isError ? `[The command ${command} failed: ${text.trimEnd()}]` : printed(text)
  }

  private async run(
    thread: ThreadRecord,
    place: ThreadPlace,
    command: string,
    allowedPaths: readonly string[],
  ): Promise<ToolOutcome> {
    const { watch, onBreach } = this.others
    const sighting = place.worktree ? await watch.before(thread.id, place.worktree, command) : null
    const stopWriting = place.worktree ? () => {} : watch.writing(place.folder)
    try {
      return await this.parts.tools.run('bash', { command }, this.context(thread, place, allowedPaths))
    } finally {
      stopWriting()
      const jobsRun = this.parts.tools.jobs(thread.id).some((job) => job.running)
      const breach = sighting ? await watch.after(sighting, jobsRun) : null
      if (breach) onBreach(thread.id, breach)
    }
  }

  private context(thread: ThreadRecord, place: ThreadPlace, allowedPaths: readonly string[]): ToolContext {
    const { store, clock, ids } = this.parts
    const toolUseId = ids.next('item')
    return {
      threadId: thread.id,
      toolUseId,
      folder: place.folder,
      addedFolders: store.sessions.get(thread.sessionId)?.addedFolders ?? [],
      allowedPaths,
      mapFrom: place.worktree?.parentFolder ?? null,
      mapTo: place.worktree?.path ?? null,
      readOnly: thread.isolation === 'readonly',
      // What a command prints is no reading of a file.
      reads: { get: () => undefined, set: () => {} },
      signal: new AbortController().signal,
      onOutput: () => {},
      onProcess: (process) => {
        const row = { ...process, threadId: thread.id, toolUseId, createdAt: clock.now() }
        store.commit(() => store.processes.insert(row), 'process')
      },
      onProcessEnd: (process) => store.commit(() => store.processes.remove(process.pid, process.startTicks), 'process'),
      outputsDir: this.parts.outputsDir,
    }
  }
}

/** What was printed, without what the tool says of a command that went well. */
function printed(text: string): string {
  const output = text.replace(/\n?\[exit code 0\]\s*$/, '').trimEnd()
  return output === '(no output)' ? '' : output
}

function notRun(command: string, why: string): string {
  return `[The command ${command} was not run: ${why}]`
}
