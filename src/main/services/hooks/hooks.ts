// Running the hooks of an event: which ones count now, all side by side, and what they said as one answer.
import type { Hook, HookEvent } from '../../../core/hooks/hook'
import { hookAnswer } from '../../../core/hooks/hook-answer'
import { type HookFacts, hookInput } from '../../../core/hooks/hook-input'
import { hooksFor } from '../../../core/hooks/hook-matcher'
import { type JoinedAnswer, joinAnswers, NOBODY_ANSWERED } from '../../../core/hooks/join-answers'
import { FailureError } from '../../../shared/contract/failure'
import type { ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import { addNotice } from '../notices'
import type { HookCommands, HookFile, HookFiles } from '../ports/hooks'
import { projectOf, projectOfThread } from '../threads'
import type { IsolationWatch } from '../turn/isolation-watch'
import { changeThread } from '../views'
import type { Worktrees } from '../worktrees'

export type HookParts = HostParts & { hookFiles: HookFiles; hookCommands: HookCommands }

/** When and for whom hooks run. */
export interface Moment {
  thread: ThreadRecord
  turnId: string
  runId: string | null
  /** The call they are about; null for everything else. */
  toolUseId: string | null
  signal: AbortSignal
}

/** A hook that counts, with the variables its files set. */
interface Active {
  hook: Hook
  environment: Record<string, string>
}

export class Hooks {
  private readonly closing = new AbortController()

  constructor(
    private readonly parts: HookParts,
    private readonly others: { worktrees: Worktrees; watch: IsolationWatch },
  ) {}

  /** Ends what runs; from now on none is started. */
  close(): void {
    this.closing.abort(new Error('the app is closing'))
  }

  /**
   * Runs every hook of an event and waits for all of them. What went wrong with one is said in the turn; it decides nothing.
   *
   * @param subjects what a matcher is compared with
   * @throws the signal's reason
   */
  async fire(moment: Moment, facts: HookFacts, subjects: readonly string[]): Promise<JoinedAnswer> {
    const active = await this.active(moment.thread, facts.event, subjects)
    if (active.length === 0) return NOBODY_ANSWERED
    const signal = AbortSignal.any([moment.signal, this.closing.signal])
    signal.throwIfAborted()
    this.tellActivity(moment, facts.event)
    const folder = await this.folderOf(moment.thread)
    const input = hookInput(this.situation(moment, folder), facts)
    const project = projectOfThread(this.parts.store, moment.thread)
    // What a hook does to the checkout is nobody's breach of isolation.
    const stopWriting = this.others.watch.writing(project.realPath)
    try {
      const ends = await Promise.allSettled(
        active.map(({ hook, environment }) => this.run(hook, { moment, folder, input, environment, signal })),
      )
      signal.throwIfAborted()
      const answers = ends.map((end, n) => {
        if (end.status === 'rejected') throw end.reason
        return { hook: active[n]?.hook ?? end.value.hook, answer: hookAnswer(facts.event, end.value.end) }
      })
      const joined = joinAnswers(answers)
      this.tell(moment, joined.notes)
      return joined
    } finally {
      stopWriting()
    }
  }

  /** Says something in the turn, for the person. */
  tell({ thread, turnId }: Moment, notes: JoinedAnswer['notes']): void {
    if (notes.length === 0) return
    this.parts.store.commit((tx) => {
      for (const note of notes) addNotice(this.parts, tx, { threadId: thread.id, turnId, ...note })
    })
  }

  /** What counts now: the person's own, and those of a project that is trusted with exactly the file that was read. */
  private async active(thread: ThreadRecord, event: HookEvent, subjects: readonly string[]): Promise<Active[]> {
    const { store, hookFiles, trusted } = this.parts
    const project = projectOfThread(store, thread)
    const { files } = await hookFiles.read(project.realPath)
    if (files.some(({ origin, disabled }) => origin === 'home' && disabled)) return []
    const wanted = files.filter(({ hooks, disabled }) => !disabled && hooks.some((hook) => hook.event === event))
    const foreign = wanted.some(({ origin }) => origin === 'project')
    const held = foreign && (await trusted(project.id)) ? projectOf(store, project.id).trustedFiles : {}
    // Before a matcher is compared: the pattern of somebody nobody vouched for is not run either.
    const counting = wanted.filter(
      ({ origin, source, contentHash }) => origin === 'home' || held[source] === contentHash,
    )
    return hooksFor(
      counting.flatMap(({ hooks }) => hooks),
      event,
      subjects,
    ).map((hook) => ({ hook, environment: environmentOf(hook, files) }))
  }

  private async run(
    hook: Hook,
    at: { moment: Moment; folder: string; input: string; environment: Record<string, string>; signal: AbortSignal },
  ) {
    const { store, clock, ids } = this.parts
    const { moment, folder, input, environment, signal } = at
    const { thread } = moment
    const toolUseId = moment.toolUseId ?? ids.next('item')
    const end = await this.parts.hookCommands.run({
      command: hook.command,
      input,
      folder,
      projectFolder: projectOfThread(store, thread).realPath,
      environment,
      timeoutMs: hook.timeoutMs,
      signal,
      onProcess: (process) => {
        const row = { ...process, threadId: thread.id, toolUseId, createdAt: clock.now() }
        store.commit(() => store.processes.insert(row), 'process')
      },
      onProcessEnd: (process) => store.commit(() => store.processes.remove(process.pid, process.startTicks), 'process'),
    })
    return { hook, end }
  }

  private situation({ thread, runId }: Moment, folder: string) {
    const talks = thread.kind === 'main' || thread.kind === 'branch'
    return {
      sessionId: thread.sessionId,
      transcriptPath: '',
      folder,
      permissionMode: thread.permissionMode,
      threadId: thread.id,
      parentId: thread.parentId,
      runId,
      agentType: talks ? null : workerType(thread),
    }
  }

  /** Where the thread works; where that is gone, the project: a hook is never what makes a turn fail. */
  private async folderOf(thread: ThreadRecord): Promise<string> {
    try {
      return (await this.others.worktrees.ready(thread)).folder
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      return projectOfThread(this.parts.store, thread).realPath
    }
  }

  private tellActivity({ thread }: Moment, event: HookEvent): void {
    const { store } = this.parts
    // A question to the person runs beside the turn, whose own activity goes on.
    if (event !== 'Notification')
      store.commit((tx) => changeThread(store, tx, thread.id, { activity: `${event} hook` }), 'process')
  }
}

/** What a worker is for a matcher of `SubagentStop`: its type, or its kind. */
export function workerType({ agentType, kind }: ThreadRecord): string {
  return agentType ?? kind
}

/** A project's variables are for its own hooks; the person's are for all. */
function environmentOf(hook: Hook, files: readonly HookFile[]): Record<string, string> {
  const heard = files.filter(({ origin, source }) => origin === 'home' || source === hook.source)
  return Object.assign({}, ...heard.map(({ environment }) => environment))
}
