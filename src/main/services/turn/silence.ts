// Silence: a call that has said nothing for minutes shows on its thread, so that a hang is seen.
import type { HostParts } from '../host-parts'
import { changeThread } from '../views'

const SILENT_AFTER_MS = 2 * 60_000

/** Watches one running call; `silentSince` of its thread says since when nothing was heard. */
export class Silence {
  private lastHeardAt: number
  private shown = false
  private cancel: () => void

  constructor(
    private readonly parts: Pick<HostParts, 'store' | 'clock'>,
    private readonly threadId: string,
  ) {
    this.lastHeardAt = parts.clock.now()
    this.cancel = this.arm(SILENT_AFTER_MS)
  }

  heard(): void {
    this.lastHeardAt = this.parts.clock.now()
    if (!this.shown) return
    this.show(null)
    this.cancel = this.arm(SILENT_AFTER_MS)
  }

  end(): void {
    this.cancel()
    if (this.shown) this.show(null)
  }

  /** Output only notes the time; the timer looks at it when it fires, so that a chatty command costs nothing. */
  private arm(ms: number): () => void {
    return this.parts.clock.after(ms, () => {
      const silentFor = this.parts.clock.now() - this.lastHeardAt
      if (silentFor < SILENT_AFTER_MS) this.cancel = this.arm(SILENT_AFTER_MS - silentFor)
      else this.show(this.lastHeardAt)
    })
  }

  private show(since: number | null): void {
    this.shown = since !== null
    const { store } = this.parts
    store.commit((tx) => changeThread(store, tx, this.threadId, { silentSince: since }), 'process')
  }
}
