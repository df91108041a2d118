// Bringing a thread home: files first, then one item in its parent and one block for the parent's next message.
import { type BroughtBackFacts, broughtBackText, broughtBackWords } from '../../../core/turn/brought-back'
import { wellFormed } from '../../../core/wire/wire-snapshot'
import type { CommandResult, ParsedInput } from '../../../shared/contract/commands'
import { FailureError } from '../../../shared/contract/failure'
import { PRESENT_STATES } from '../../../shared/domain/worktree-states'
import type { ThreadRecord, TurnRecord } from '../../store/records'
import type { Commit } from '../../store/store'
import type { HostParts } from '../host-parts'
import { lastAnswer } from '../last-answer'
import { threadOf } from '../threads'
import type { TurnRunner } from '../turn/turn-runner'
import { changeThread, turnView } from '../views'
import type { Worktrees } from '../worktrees'
import type { MergeResult, Merging } from './merging'
import { quotedTurns } from './quoted-turns'

type Input = ParsedInput<'thread.bringBack'>
type Result = CommandResult<'thread.bringBack'>

export class BringingBack {
  constructor(
    private readonly parts: Pick<HostParts, 'store' | 'ids' | 'clock'>,
    private readonly worktrees: Worktrees,
    private readonly merging: Merging,
    private readonly runner: Pick<TurnRunner, 'running'>,
  ) {}

  /**
   * Brings report, chosen turns and files home. The parent is not woken: it reads the block with its next message, or with its
   * next tool results while it runs.
   *
   * @param remember called within the transaction that stores it
   * @throws FailureError `invalid_input` without a parent or anything to bring, `conflict` for an item that exists,
   *   `worktree.*` as a merge; then nothing happened
   */
  async bringBack(input: Input, remember: (result: Result) => void): Promise<Result> {
    const { store, ids } = this.parts
    const thread = threadOf(store, input.threadId)
    const parent = this.parentOf(thread)
    if (input.itemId !== undefined && store.items.get(input.itemId))
      throw new FailureError('conflict', `The item ${input.itemId} exists already.`, { itemId: input.itemId })
    const quotes = quotedTurns(this.parts, thread.id, input.turnIds ?? [])
    const report = wellFormed(input.report ?? lastAnswer(store, thread.id)).trim()
    if (input.report !== undefined && report === '' && quotes.length === 0 && input.files === undefined)
      throw new FailureError('invalid_input', 'There is nothing to bring back: no report, no turns, no files.')
    const merge = input.files === undefined ? null : await this.merge(input, input.files)
    const worktree = merge === null ? await this.worktreeOf(thread) : null
    const result: Result = { itemId: input.itemId ?? ids.next('item'), merge }
    store.commit((tx) => {
      const facts: BroughtBackFacts = {
        threadId: thread.id,
        title: wellFormed(thread.title),
        report: report || '(no report)',
        quotes,
        files: merge && filesOf(merge),
        worktree,
        // Somebody may have brought it back while the files were merged.
        again: threadOf(store, thread.id).broughtBackAt !== null,
      }
      this.put(tx, parent, thread, result.itemId, facts)
      remember(result)
    })
    return result
  }

  private parentOf(thread: ThreadRecord): ThreadRecord {
    if (thread.parentId === null)
      throw new FailureError('invalid_input', 'This thread has no parent to bring anything back to.', {
        threadId: thread.id,
      })
    const parent = threadOf(this.parts.store, thread.parentId)
    if (parent.state === 'discarded')
      throw new FailureError('worktree.missing', 'The parent of this thread was discarded.', { threadId: parent.id })
    return parent
  }

  private merge({ threadId, paths, hunks }: Input, mode: NonNullable<Input['files']>): Promise<MergeResult> {
    return this.merging.merge({ threadId, mode, paths, hunks, into: { kind: 'parent' }, check: false })
  }

  /** What git says of a worktree whose files stay where they are. */
  private async worktreeOf({ id }: ThreadRecord): Promise<BroughtBackFacts['worktree']> {
    const record = this.parts.store.worktrees.get(id)
    if (!record || !PRESENT_STATES.has(record.state)) return null
    try {
      return await this.worktrees.refresh(id)
    } catch (error) {
      if (error instanceof FailureError && error.failure.code === 'worktree.missing') return null
      throw error
    }
  }

  private put(tx: Commit, parent: ThreadRecord, thread: ThreadRecord, id: string, facts: BroughtBackFacts): void {
    const { store, clock } = this.parts
    const at = clock.now()
    const turnId = this.turnOf(tx, parent)
    const item = {
      id,
      turnId,
      at,
      kind: 'broughtBack' as const,
      text: broughtBackWords(facts),
      fromThreadId: thread.id,
    }
    store.items.add(parent.id, item)
    tx.emit({ type: 'item.added', sessionId: parent.sessionId, threadId: parent.id, item })
    const text = broughtBackText(facts)
    // Under the item's own name: by it the sealing knows what this is.
    store.pendingTexts.add({ id, threadId: parent.id, turnId, origin: 'app', text, sealedAt: null, createdAt: at })
    changeThread(store, tx, thread.id, { broughtBackAt: at })
    store.sessions.touch(parent.sessionId, at)
  }

  /** The turn the item stands in: the one that runs, else the last that began; of a parent that never said anything, one for it. */
  private turnOf(tx: Commit, parent: ThreadRecord): string {
    const { store, ids, clock } = this.parts
    const running = this.runner.running(parent.id)
    if (running) return running.turnId
    const turns = store.turns.ofThread(parent.id)
    const last = turns.findLast(({ state }) => state !== 'queued') ?? turns.at(-1)
    if (last) return last.id
    const at = clock.now()
    const turn: TurnRecord = {
      id: ids.next('turn'),
      threadId: parent.id,
      n: 1,
      state: 'done',
      input: null,
      fromModel: false,
      forkPosition: null,
      startedAt: at,
      endedAt: at,
    }
    store.turns.insert(turn)
    tx.emit({ type: 'turn.created', sessionId: parent.sessionId, threadId: parent.id, turn: turnView(turn) })
    return turn.id
  }
}

function filesOf({ mode, into, commit, files, added, removed, alreadyMerged }: MergeResult): BroughtBackFacts['files'] {
  const counts = { added: added ?? 0, removed: removed ?? 0 }
  return { mode, ...into, commit, paths: files, ...counts, alreadyThere: alreadyMerged }
}
