// What folders take: measured beside everything else, one after the other, and remembered.
import type { HostParts } from '../host-parts'
import { logIncident } from '../incident'
import type { Rescue } from '../ports/rescue'

/** A size this old is still told, and measured anew. */
const FRESH_MS = 60_000

interface Known {
  bytes: number | null
  at: number
}

export class Sizes {
  private readonly known = new Map<string, Known>()
  private readonly underWay = new Map<string, Promise<void>>()

  constructor(private readonly parts: Pick<HostParts, 'clock' | 'log'> & { rescue: Rescue }) {}

  /** What is known of a folder; null: nothing yet. Where that is old, or nothing, it is measured. */
  of(folder: string, onMeasured: (bytes: number | null) => void = () => {}): number | null {
    const known = this.known.get(folder)
    const isFresh = known && this.parts.clock.now() - known.at < FRESH_MS
    if (!isFresh && !this.underWay.has(folder)) this.underWay.set(folder, this.measure(folder, onMeasured))
    return known?.bytes ?? null
  }

  /** Resolves when everything asked for is measured, or after a while. */
  async settled(mostMs: number): Promise<void> {
    if (this.underWay.size === 0) return
    let cancel = () => {}
    const late = new Promise<void>((resolve) => {
      cancel = this.parts.clock.after(mostMs, resolve)
    })
    await Promise.race([Promise.all([...this.underWay.values()]), late])
    cancel()
  }

  private async measure(folder: string, onMeasured: (bytes: number | null) => void): Promise<void> {
    try {
      const bytes = await this.parts.rescue.measure(folder)
      this.known.set(folder, { bytes, at: this.parts.clock.now() })
      onMeasured(bytes)
    } catch (error) {
      if (!this.parts.rescue.closed()) logIncident(this.parts.log, 'worktree.measure', error, {})
    } finally {
      this.underWay.delete(folder)
    }
  }
}
