// What a person sees of a worktree's files: the changes, one of them in full, and the same in an editor of theirs.
import { realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { hunkId, splitHunks } from '../../core/worktree/hunk-id'
import type { CommandResult, ParsedInput } from '../../shared/contract/commands'
import { FailureError } from '../../shared/contract/failure'
import type { ChangedFile } from '../../shared/domain/worktree'
import type { WorktreeRecord } from '../store/records'
import type { HostParts } from './host-parts'
import { logIncident } from './incident'
import type { Editor } from './ports/editor'
import type { ComparedWith, FileChange, WorktreeLoss } from './ports/git'
import { worktreeView } from './views'
import type { Worktrees } from './worktrees'

const DIFF_BYTES = 1_000_000
/** There is no checkout to look into. */
const NO_FOLDER = new Set<WorktreeRecord['state']>(['creating', 'failed', 'discarding', 'discarded', 'restoring'])

export class WorktreeFiles {
  constructor(
    private readonly parts: Pick<HostParts, 'git' | 'settings' | 'log' | 'hash'> & { editor: Editor },
    private readonly worktrees: Worktrees,
  ) {}

  /**
   * Everything that differs, what would be lost with it, and the worktree's own commits.
   *
   * @throws FailureError `worktree.missing`; `worktree.not_git` when the parent's checkout is gone and was asked for
   */
  async read({ threadId, against }: ParsedInput<'worktree.read'>): Promise<CommandResult<'worktree.read'>> {
    const record = this.worktrees.record(threadId)
    if (NO_FOLDER.has(record.state)) return { worktree: worktreeView(record), files: [], diff: '' }
    const options = await this.worktrees.options(record)
    const [changes, loss] = await Promise.all([
      this.parts.git.readChanges(record, { ...options, against, maxDiffBytes: DIFF_BYTES }),
      this.lossOf(record, options),
    ])
    const { head, files, diff, cut, commits } = changes
    // Against the parent the lists tell of its work too.
    if (against === 'base') this.worktrees.noteFacts(threadId, factsOf(head, files))
    return {
      worktree: worktreeView(this.worktrees.record(threadId)),
      files,
      diff,
      cut,
      loss,
      commits,
      against: changes.against,
    }
  }

  /**
   * One file of those changes.
   *
   * @throws FailureError `not_found` when it does not differ, and what `read` throws
   */
  async file({ threadId, path, against }: ParsedInput<'worktree.file'>): Promise<CommandResult<'worktree.file'>> {
    const record = this.usable(threadId)
    const options = { ...(await this.worktrees.options(record)), against }
    const change = await this.parts.git.readFileChange(record, path, options)
    if (change === null) throw unchanged(threadId, path, against)
    return { ...change, hunks: this.hunksOf(path, change) }
  }

  /**
   * Starts the person's editor on the worktree or a file of it.
   *
   * @throws FailureError `invalid_input` without an editor or for a path that is not in the worktree, `worktree.missing`
   */
  async open({ threadId, path }: ParsedInput<'worktree.open'>): Promise<CommandResult<'worktree.open'>> {
    const record = this.usable(threadId)
    const command = this.parts.settings()['editor.command']
    if (command === null)
      throw new FailureError(
        'invalid_input',
        'No editor is set. Name yours in Settings, for example: code, --goto, {file}.',
        { path: 'editor.command' },
      )
    const verdict = await this.parts.git.verifyWorktree(record)
    if (!verdict.ok)
      throw new FailureError('worktree.missing', `The worktree ${record.path} cannot be used: ${verdict.reason}.`, {
        threadId,
      })
    const file = path === undefined ? null : await fileInside(record.path, path)
    await this.parts.editor.open({ command, folder: join(record.path, record.subPath), file })
    return { opened: true }
  }

  private hunksOf(path: string, { diff, cut }: FileChange): CommandResult<'worktree.file'>['hunks'] {
    const all = diff === null ? [] : splitHunks(diff)
    // The last one of a diff that is cut may be half of one, and nobody shall choose that.
    const whole = cut ? all.slice(0, -1) : all
    return whole.map((hunk) => ({
      id: hunkId(path, hunk, this.parts.hash),
      header: hunk.header,
      lines: hunk.lines,
    }))
  }

  private usable(threadId: string): WorktreeRecord {
    const record = this.worktrees.record(threadId)
    if (!NO_FOLDER.has(record.state)) return record
    throw new FailureError('worktree.missing', `The worktree ${record.path} cannot be used: it is ${record.state}.`, {
      threadId,
    })
  }

  /** Null where nobody can tell now; the changes are worth showing all the same. */
  private async lossOf(record: WorktreeRecord, options: { trusted: boolean }): Promise<WorktreeLoss | null> {
    try {
      return await this.parts.git.assessLoss(record, options)
    } catch (error) {
      if (!(error instanceof FailureError))
        logIncident(this.parts.log, 'worktree.loss', error, { threadId: record.threadId })
      return null
    }
  }
}

function factsOf(head: string | null, files: readonly ChangedFile[]): Parameters<Worktrees['noteFacts']>[1] {
  const sum = (side: 'added' | 'removed') => files.reduce((total, file) => total + (file[side] ?? 0), 0)
  const uncommitted = files.filter((file) => file.uncommitted).length
  return { head, filesChanged: files.length, uncommitted, added: sum('added'), removed: sum('removed') }
}

/** The file as it really lies in the checkout; a link that leads out of it is not followed. */
async function fileInside(checkout: string, path: string): Promise<string> {
  const refuse = (why: string) => new FailureError('invalid_input', `${path} ${why}.`, { path: 'path' })
  if (path.includes('\0')) throw refuse('is no path')
  let real: string
  try {
    real = await realpath(join(checkout, path))
  } catch {
    throw refuse('does not exist in the worktree')
  }
  const inside = relative(checkout, real)
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
    throw refuse('lies outside of the worktree')
  return real
}

function unchanged(threadId: string, path: string, against: ComparedWith): FailureError {
  const than = against === 'base' ? 'what it started from' : 'the parent’s file'
  return new FailureError('not_found', `${path} does not differ from ${than}.`, { threadId, path })
}
