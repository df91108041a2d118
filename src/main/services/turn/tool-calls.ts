// Running the calls of one answer: judged, perhaps asked, run side by side, each result committed when it is known.

import { closingText } from '../../../core/turn/close-open-calls'
import { FailureError } from '../../../shared/contract/failure'
import type { ToolItem, ToolState } from '../../../shared/domain/turn'
import type { ThreadRecord, ToolCallRecord } from '../../store/records'
import { fitMedia } from '../attachments/media-room'
import { closeApproval } from '../close-approval'
import type { ToolHooks } from '../hooks/tool-hooks'
import type { HostParts } from '../host-parts'
import { logIncident } from '../incident'
import { tellNested } from '../memory/told-memory'
import type { ToolContext, ToolOutcome } from '../ports/tools'
import { threadOf } from '../threads'
import { changeThread } from '../views'
import type { ThreadPlace, Worktrees } from '../worktrees'
import { activityOf } from './activity'
import type { CallGate, Permit } from './call-gate'
import type { Breach, IsolationWatch } from './isolation-watch'
import { missingTool } from './offered-tools'
import { closeCall, commitResult } from './results'
import { CallStopped, type Run, RunEnded } from './run'
import { Silence } from './silence'

/** Tools that act on threads, not on files: they run in the host itself. */
export interface HostTools {
  has(name: string): boolean
  /** Whether a call starts a thread and is answered at once: all of one answer are launched together. */
  launches(thread: ThreadRecord, call: ToolCallRecord): boolean
  /** Launches and closes calls; one that `isStopped` when its thread would be stored is left open. */
  launch(
    thread: ThreadRecord,
    calls: readonly ToolCallRecord[],
    isStopped: (call: ToolCallRecord) => boolean,
  ): Promise<void>
  run(thread: ThreadRecord, call: ToolCallRecord, signal: AbortSignal): Promise<ToolOutcome>
}

interface Collaborators {
  gate: CallGate
  hooks: ToolHooks
  worktrees: Worktrees
  watch: IsolationWatch
  hostTools: HostTools
  /** Stops a thread whose command changed another checkout, or tells of it. */
  onBreach(threadId: string, breach: Breach): void
  /** Stops a thread whose worktree is gone or is not what it should be. */
  onWorktreeMissing(threadId: string, reason: string): void
}

export class ToolCalls {
  constructor(
    private readonly parts: HostParts,
    private readonly others: Collaborators,
  ) {}

  /** Runs every open call of the thread; resolves when all are closed. Rejects with the run's reason when it is ended. */
  async runOpen(run: Run): Promise<void> {
    const open = this.parts.store.toolCalls.open(run.threadId)
    const launches = open.filter((call) => this.launches(call))
    const others = open.filter((call) => !launches.includes(call))
    await Promise.all([
      this.launch(run, launches),
      ...others.map((call) => this.stoppable(run, call, (signal) => this.execute(run, call, signal))),
    ])
    if (run.abort.signal.aborted) throw run.abort.signal.reason
  }

  private launches(call: ToolCallRecord): boolean {
    return this.problemOf(call) === null && this.others.hostTools.launches(this.thread(call), call)
  }

  /** What is wrong with a call, in a sentence the model can act on. */
  private problemOf(call: ToolCallRecord): string | null {
    return missingTool(this.parts, call) ?? this.parts.tools.check(call.name, call.input)
  }

  /**
   * Threads that one answer starts are siblings: they are stored, and their calls closed, in one go. A call that is stopped
   * meanwhile is closed at once; the run waits for the launch all the same.
   */
  private async launch(run: Run, calls: readonly ToolCallRecord[]): Promise<void> {
    if (calls.length === 0) return
    const thread = threadOf(this.parts.store, run.threadId)
    const signals = new Map<string, AbortSignal>()
    const isStopped = (call: ToolCallRecord) => signals.get(call.toolUseId)?.aborted ?? false
    const launched = Promise.withResolvers<void>()
    const admitted: Promise<ToolCallRecord | null>[] = []
    const one = (call: ToolCallRecord) =>
      this.stoppable(run, call, async (signal) => {
        signals.set(call.toolUseId, signal)
        const mayGo = this.others.gate.admit(run, thread, call, signal)
        admitted.push(mayGo)
        if (await mayGo) await Promise.race([launched.promise, callStopped(signal)])
        signal.throwIfAborted()
        await this.others.hooks.after(run, thread, call, signal)
      })
    const all = calls.map(one)
    // One that is refused, stopped or broken is closed by itself; the others go together.
    const results = await Promise.allSettled(admitted)
    const going = results.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []))
    this.others.hostTools.launch(thread, going, isStopped).then(launched.resolve, launched.reject)
    await Promise.allSettled([launched.promise])
    await Promise.all(all)
  }

  /** Does what closes a call; however that ends, the call is closed, unless whoever ended the run has done so. */
  private async stoppable(run: Run, call: ToolCallRecord, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const own = new AbortController()
    const signal = AbortSignal.any([run.abort.signal, own.signal])
    run.calls.set(call.toolUseId, own)
    try {
      await work(signal)
    } catch (error) {
      if (!signal.aborted) await this.closeFailed(call, error)
      else if (!(run.abort.signal.aborted && run.abort.signal.reason instanceof RunEnded)) this.closeStopped(call)
    } finally {
      run.calls.delete(call.toolUseId)
    }
  }

  private async execute(run: Run, call: ToolCallRecord, signal: AbortSignal): Promise<void> {
    const problem = this.problemOf(call)
    if (problem) return this.close(call, problem, 'failed')
    const thread = this.thread(call)
    if (this.others.hostTools.has(call.name)) {
      const admitted = await this.others.gate.admit(run, thread, call, signal)
      if (!admitted) return
      this.started(admitted, thread)
      const outcome = await this.others.hostTools.run(thread, admitted, signal)
      await commitResult(this.parts, admitted, outcome, outcome.isError ? 'failed' : 'done')
    } else {
      const place = await this.readyPlace(thread)
      const permit = await this.others.gate.permit(run, thread, place, call, signal)
      if (!permit) return
      // The answer may have taken days: who knows what stands there now.
      if (permit.waited) await this.readyPlace(thread)
      const read: string[] = []
      const outcome = fitMedia(this.parts, thread, await this.runTool(thread, place, permit, signal, read))
      await tellNested(this.parts, thread, call.turnId, place, read)
      await commitResult(this.parts, permit.call, outcome, outcome.isError ? 'failed' : 'done')
    }
    await this.others.hooks.after(run, thread, call, signal)
  }

  /** The folder to work in; where it is gone, the thread is stopped rather than let loose anywhere else. */
  private async readyPlace(thread: ThreadRecord): Promise<ThreadPlace> {
    try {
      return await this.others.worktrees.ready(thread)
    } catch (error) {
      if (error instanceof FailureError) this.others.onWorktreeMissing(thread.id, error.message)
      throw error
    }
  }

  /** @param read gets the real paths of files it read */
  private async runTool(
    thread: ThreadRecord,
    place: ThreadPlace,
    permit: Permit,
    signal: AbortSignal,
    read: string[],
  ): Promise<ToolOutcome> {
    const { call } = permit
    const item = this.started(call, thread)
    const command = JSON.stringify(call.input)
    const { watch } = this.others
    const watched = call.name === 'bash' ? place.worktree : null
    const sighting = watched ? await watch.before(thread.id, watched, command) : null
    const stopWriting = place.worktree ? () => {} : this.others.watch.writing(place.folder)
    const silence = new Silence(this.parts, thread.id)
    let outcome: ToolOutcome
    let breach: Breach | null = null
    try {
      const context = this.context(thread, place, permit, item, { signal, silence, read })
      outcome = await this.parts.tools.run(call.name, call.input, context)
    } finally {
      silence.end()
      stopWriting()
      // Also what was ended in the middle may have had its effect.
      const jobsRun = this.parts.tools.jobs(thread.id).some((job) => job.running)
      if (sighting) breach = await watch.after(sighting, jobsRun)
      if (breach) this.others.onBreach(thread.id, breach)
    }
    const remarks = breach ? [`The main checkout changed while this ran: ${breach.differences.join('; ')}.`] : []
    if (permit.editedBy)
      remarks.push(`${permit.editedBy} changed this call's input before it ran; what ran: ${command}`)
    return remarks.length === 0 ? outcome : { ...outcome, content: withRemarks(outcome.content, remarks) }
  }

  private context(
    thread: ThreadRecord,
    place: ThreadPlace,
    permit: Permit,
    item: ToolItem | null,
    { signal, silence, read }: { signal: AbortSignal; silence: Silence; read: string[] },
  ): ToolContext {
    const { store, clock } = this.parts
    const { call } = permit
    return {
      threadId: thread.id,
      toolUseId: call.toolUseId,
      folder: place.folder,
      addedFolders: store.sessions.get(thread.sessionId)?.addedFolders ?? [],
      allowedPaths: permit.outsidePaths,
      ...(permit.hidden ? { hidden: permit.hidden } : {}),
      mapFrom: place.worktree?.parentFolder ?? null,
      mapTo: place.worktree?.path ?? null,
      readOnly: thread.isolation === 'readonly',
      reads: {
        get: (path) => store.fileReads.get(thread.id, path)?.contentHash,
        // Forgotten with the machine, it has to be read again.
        set: (path, contentHash) => {
          read.push(path)
          store.commit(() => store.fileReads.set({ threadId: thread.id, path, contentHash }), 'process')
        },
      },
      signal,
      onOutput: (text) => {
        silence.heard()
        this.tellOutput(thread, call, item, text)
      },
      // A process ends with the machine as its row may.
      onProcess: (process) => {
        const row = { ...process, threadId: thread.id, toolUseId: call.toolUseId, createdAt: clock.now() }
        store.commit(() => store.processes.insert(row), 'process')
      },
      onProcessEnd: (process) => store.commit(() => store.processes.remove(process.pid, process.startTicks), 'process'),
      outputsDir: this.parts.outputsDir,
    }
  }

  private tellOutput(thread: ThreadRecord, call: ToolCallRecord, item: ToolItem | null, text: string): void {
    this.parts.delta({
      type: 'item.delta',
      sessionId: thread.sessionId,
      threadId: thread.id,
      turnId: call.turnId,
      itemId: item?.id ?? call.itemId,
      channel: 'output',
      text,
    })
  }

  /** Marks a call as running, before anything of it takes effect. */
  private started(call: ToolCallRecord, thread: ThreadRecord): ToolItem | null {
    const { store, clock } = this.parts
    return store.commit((tx) => {
      store.toolCalls.setState(call.threadId, call.toolUseId, 'running')
      const item = store.items.get(call.itemId)
      if (item?.kind !== 'tool') return null
      const changed: ToolItem = { ...item, state: 'running', startedAt: clock.now() }
      store.items.update(changed)
      tx.emit({ type: 'item.changed', sessionId: thread.sessionId, threadId: thread.id, item: changed })
      changeThread(store, tx, thread.id, { activity: activityOf(call) })
      return changed
    })
  }

  /** Closes a call the person stopped, and its approval. */
  closeStopped(call: ToolCallRecord): void {
    const present = this.parts.store.toolCalls.get(call.threadId, call.toolUseId)
    const progress = present?.state === 'running' ? 'started' : 'not-started'
    const { store } = this.parts
    store.commit((tx) => {
      closeApproval(this.parts, tx, call, 'stopped')
      closeCall(this.parts, tx, call, { content: closingText('tool-stopped', progress), isError: true }, 'stopped')
      const waits = store.threads.get(call.threadId)?.state === 'waiting-approval'
      if (waits && store.approvals.openOfThread(call.threadId).length === 0)
        changeThread(store, tx, call.threadId, { state: 'streaming' })
    })
  }

  /** An expected failure is told to the model as it is; a bug is logged, and the model learns its incident only. */
  private async closeFailed(call: ToolCallRecord, error: unknown): Promise<void> {
    const text =
      error instanceof FailureError
        ? error.message
        : `The tool failed for an internal reason (${logIncident(this.parts.log, 'tool.failed', error, { tool: call.name })}). It may have taken effect.`
    await this.close(call, text, 'failed')
  }

  private async close(call: ToolCallRecord, text: string, state: ToolState): Promise<void> {
    await commitResult(this.parts, call, { content: text, isError: true }, state)
  }

  private thread(call: ToolCallRecord): ThreadRecord {
    const thread = this.parts.store.threads.get(call.threadId)
    if (!thread) throw new Error(`no thread ${call.threadId}`)
    return thread
  }
}

/** Rejects when the call itself is stopped; what becomes of it when its run ends is told by whoever ends that. */
function callStopped(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const tell = () => signal.reason instanceof CallStopped && reject(signal.reason)
    if (signal.aborted) tell()
    else signal.addEventListener('abort', tell, { once: true })
  })
}

/** Ends one call of a run, if it still runs; the turn goes on. */
export function stopCall(run: Run, toolUseId: string): void {
  run.calls.get(toolUseId)?.abort(new CallStopped('stopped by the person'))
}

function withRemarks(content: ToolOutcome['content'], remarks: readonly string[]): ToolOutcome['content'] {
  const text = remarks.map((remark) => `[${remark}]`).join('\n')
  return typeof content === 'string' ? `${content}\n\n${text}` : [...content, { type: 'text', text }]
}
