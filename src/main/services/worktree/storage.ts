// The storage view: all worktrees with what they take, what belongs to none, and where things do not agree.
import { dirname } from 'node:path'
import type { CommandResult } from '../../../shared/contract/commands'
import { PRESENT_STATES } from '../../../shared/domain/worktree-states'
import type { WorktreeRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import type { Rescue } from '../ports/rescue'
import { threadOf } from '../threads'
import { worktreeView } from '../views'
import type { Worktrees } from '../worktrees'
import { compareAll } from './look'
import { Sizes } from './sizes'

type Listing = CommandResult<'worktree.list'>
type Parts = Pick<HostParts, 'store' | 'git' | 'clock' | 'log' | 'settings'> & { rescue: Rescue }

/** Small folders are measured within this; the sizes of large ones come with a later look. */
const MEASURED_WITHIN_MS = 300
const DAY_MS = 86_400_000

export class WorktreeStorage {
  private readonly sizes: Sizes

  constructor(
    private readonly parts: Parts,
    private readonly worktrees: Worktrees,
  ) {
    this.sizes = new Sizes(parts)
  }

  /** A size that is not known yet is null, and being measured. */
  async list(): Promise<Listing> {
    const { differences, orphans } = await compareAll(this.parts, this.worktrees)
    const records = this.parts.store.worktrees.list()
    for (const record of records) this.sizeOf(record)
    for (const { kind, path } of orphans) if (kind === 'folder') this.sizes.of(path)
    await this.sizes.settled(MEASURED_WITHIN_MS)
    const worktrees = records.map((record) => this.entry(record))
    const sum = (of: (entry: Listing['worktrees'][number]) => number | null) =>
      worktrees.reduce((total, entry) => total + (of(entry) ?? 0), 0)
    return {
      worktrees,
      orphans: orphans.map((orphan) => ({
        ...orphan,
        bytes: orphan.kind === 'folder' ? this.sizes.of(orphan.path) : null,
      })),
      differences: differences.map(({ folder: _folder, ...difference }) => difference),
      bytes: {
        live: sum((entry) => (entry.state === 'discarded' ? null : entry.bytes)),
        rescued: sum((entry) => (entry.state === 'discarded' ? entry.bytes : null)),
        archived: sum((entry) => entry.archiveBytes),
      },
    }
  }

  private entry(record: WorktreeRecord): Listing['worktrees'][number] {
    const { store } = this.parts
    const { threadId, projectId, commonDir, createdAt, rescuedTo, rescuedAt, archiveBytes } = record
    const thread = threadOf(store, threadId)
    const last = store.turns.ofThread(threadId).at(-1)
    const days = this.parts.settings()['worktree.rescueDays']
    return {
      ...worktreeView(record),
      ...{ threadId, sessionId: thread.sessionId, title: thread.title, threadState: thread.state },
      ...{ projectId, projectName: store.projects.get(projectId)?.name ?? '', repository: commonDir },
      createdAt,
      usedAt: last?.endedAt ?? last?.startedAt ?? createdAt,
      bytes: this.sizeOf(record),
      rescueUntil: rescuedTo === null || rescuedAt === null ? null : rescuedAt + days * DAY_MS,
      archiveBytes,
    }
  }

  /** What it takes where it is now; what was known before the app was closed, until it is measured. */
  private sizeOf(record: WorktreeRecord): number | null {
    const folder = PRESENT_STATES.has(record.state) ? dirname(record.path) : record.rescuedTo
    if (folder === null) return null
    return this.sizes.of(folder, (bytes) => this.remember(record.threadId, bytes)) ?? record.bytes
  }

  private remember(threadId: string, bytes: number | null): void {
    const { store } = this.parts
    if (store.worktrees.get(threadId)?.bytes === bytes) return
    // It is found out again: neither waits for the disk nor is told.
    store.commit(() => store.worktrees.update(threadId, { bytes }), 'process')
  }
}
