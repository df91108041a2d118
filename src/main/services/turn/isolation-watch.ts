// The guarantee behind isolation: after each command of an isolated thread the parent's checkout is compared.
import type { WorktreeRecord } from '../../store/records'
import type { MainSnapshot } from '../ports/git'
import type { Worktrees } from '../worktrees'

export interface Breach {
  /** What changed, in words. */
  differences: string[]
  /**
   * Whether the change is the command's: the thread is stopped. Otherwise someone else may have made it at the same time
   * (the parent, the person), and it is only told.
   */
  certain: boolean
}

/** A checkout at one moment, and how much had been written to it by calls of ours that may. */
export interface Sighting {
  image: MainSnapshot
  record: WorktreeRecord
  writes: number
}

/** Compares a checkout before and after a command. */
export class IsolationWatch {
  private readonly active = new Map<string, number>()
  private readonly writes = new Map<string, number>()

  constructor(private readonly worktrees: Worktrees) {}

  /** Notes a call that works in a checkout and may change it, until the returned function is called. */
  writing(folder: string): () => void {
    this.active.set(folder, this.count(this.active, folder) + 1)
    this.writes.set(folder, this.count(this.writes, folder) + 1)
    return () => this.active.set(folder, this.count(this.active, folder) - 1)
  }

  async before(record: WorktreeRecord | null): Promise<Sighting | null> {
    if (!record) return null
    const writes = this.count(this.writes, record.parentFolder)
    return { image: await this.worktrees.imageOfParent(record), record, writes }
  }

  /** @returns null when the parent's checkout is as it was */
  async after(sighting: Sighting | null, command: string): Promise<Breach | null> {
    if (!sighting) return null
    const folder = sighting.record.parentFolder
    const now = await this.worktrees.imageOfParent(sighting.record)
    const differences = this.worktrees.differences(sighting.image, now)
    if (differences.length === 0) return null
    const othersWrote = this.count(this.active, folder) > 0 || this.count(this.writes, folder) !== sighting.writes
    const onlyFiles = differences.every((difference) => difference.kind === 'files')
    return {
      differences: differences.map((difference) => difference.text),
      certain: command.includes(folder) || (!othersWrote && !onlyFiles),
    }
  }

  private count(map: Map<string, number>, folder: string): number {
    return map.get(folder) ?? 0
  }
}
