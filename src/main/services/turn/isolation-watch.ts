// The guarantee behind isolation: after each command of an isolated thread the parent's checkout is compared.
import type { WorktreeRecord } from '../../store/records'
import type { MainDifference, MainSnapshot } from '../ports/git'
import type { Worktrees } from '../worktrees'

export interface Breach {
  /** What changed, in words. */
  differences: string[]
  /**
   * Whether the change is the command's: the thread is stopped. Otherwise someone else may have made it at the same time
   * (the parent, the person, a sibling), and it is only told.
   */
  certain: boolean
  /** Nothing but files changed, as they do whenever somebody works there. */
  onlyFiles: boolean
}

/** A checkout before a command of an isolated thread, and who else was at work until its end. */
export interface Sighting {
  readonly threadId: string
  readonly record: WorktreeRecord
  readonly command: string
  readonly image: MainSnapshot
  /** How many calls that may write to the checkout had begun. */
  readonly writes: number
  /** Commands of other isolated threads that ran at the same time. */
  readonly beside: Set<string>
}

/** Compares a checkout before and after a command. */
export class IsolationWatch {
  private readonly active = new Map<string, number>()
  private readonly writes = new Map<string, number>()
  private readonly open = new Set<Omit<Sighting, 'image'>>()
  /** Of threads whose commands left jobs running: the checkout before the oldest of them, and what they run. */
  private readonly left = new Map<string, Sighting>()

  constructor(private readonly worktrees: Worktrees) {}

  /** Notes a call that works in a checkout and may change it, until the returned function is called. */
  writing(folder: string): () => void {
    this.active.set(folder, this.count(this.active, folder) + 1)
    this.writes.set(folder, this.count(this.writes, folder) + 1)
    return () => this.active.set(folder, this.count(this.active, folder) - 1)
  }

  async before(threadId: string, record: WorktreeRecord, command: string): Promise<Sighting> {
    const writes = this.count(this.writes, record.parentFolder)
    const mine = { threadId, record, command, writes, beside: new Set<string>() }
    for (const other of this.open) {
      if (other.record.parentFolder !== record.parentFolder) continue
      other.beside.add(command)
      mine.beside.add(other.command)
    }
    this.open.add(mine)
    try {
      return Object.assign(mine, { image: await this.worktrees.imageOfParent(record) })
    } catch (error) {
      this.open.delete(mine)
      throw error
    }
  }

  /**
   * Compares after a command has ended.
   *
   * @param jobsRun whether something goes on that the thread has started: then it is compared again at the thread's next command
   *   and when its jobs are ended
   * @returns null when the parent's checkout is as it was
   */
  async after(sighting: Sighting, jobsRun: boolean): Promise<Breach | null> {
    try {
      const now = await this.worktrees.imageOfParent(sighting.record)
      const own = this.compare(sighting, now, this.isCertain(sighting))
      const breach = own ?? this.compareLeft(sighting.threadId, now)
      this.leave(sighting, now, jobsRun)
      return breach
    } finally {
      this.open.delete(sighting)
    }
  }

  /** Compares once more for a thread whose jobs were ended. */
  async afterJobs(threadId: string): Promise<Breach | null> {
    const left = this.left.get(threadId)
    this.left.delete(threadId)
    return left ? this.compare(left, await this.worktrees.imageOfParent(left.record), namesParent(left)) : null
  }

  private compareLeft(threadId: string, now: MainSnapshot): Breach | null {
    const left = this.left.get(threadId)
    return left ? this.compare(left, now, namesParent(left)) : null
  }

  /** What was told now is not told again; what the jobs were is remembered as long as any runs. */
  private leave(sighting: Sighting, now: MainSnapshot, jobsRun: boolean): void {
    const { threadId } = sighting
    const before = this.left.get(threadId)
    if (!jobsRun) this.left.delete(threadId)
    else this.left.set(threadId, { ...sighting, image: now, command: `${before?.command ?? ''}${sighting.command}` })
  }

  private compare(
    { image }: Sighting,
    now: MainSnapshot,
    isCertain: (differences: readonly MainDifference[]) => boolean,
  ): Breach | null {
    const differences = this.worktrees.differences(image, now)
    if (differences.length === 0) return null
    return {
      differences: differences.map((difference) => difference.text),
      certain: isCertain(differences),
      onlyFiles: onlyFiles(differences),
    }
  }

  /** Files a person or the parent may have saved meanwhile; of several commands at once, the one that can have done it has. */
  private isCertain(sighting: Sighting): (differences: readonly MainDifference[]) => boolean {
    const { record, command, beside } = sighting
    const folder = record.parentFolder
    return (differences) => {
      if (command.includes(folder)) return true
      if (this.count(this.active, folder) > 0 || this.count(this.writes, folder) !== sighting.writes) return false
      if (onlyFiles(differences)) return false
      return beside.size === 0 || (canReach(command, folder) && ![...beside].some((other) => canReach(other, folder)))
    }
  }

  private count(map: Map<string, number>, folder: string): number {
    return map.get(folder) ?? 0
  }
}

/** A job runs for long, and whoever works in the checkout meanwhile is not its doing: only its own words convict it. */
function namesParent({ command, record }: Sighting): () => boolean {
  return () => command.includes(record.parentFolder)
}

function onlyFiles(differences: readonly MainDifference[]): boolean {
  return differences.every((difference) => difference.kind === 'files')
}

function canReach(command: string, folder: string): boolean {
  return command.includes(folder) || /\bgit\b/.test(command)
}
