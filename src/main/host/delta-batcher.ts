// Deltas of streaming items, merged with their neighbours and sent in batches: one frame of the screen needs one event.
import type { ItemDelta } from '../../shared/contract/events'
import type { Clock } from '../services/ports/clock'

const FLUSH_MS = 25
/** Live output beyond this within one batch is not worth sending: only its tail is shown. */
const MOST_CHARS = 64_000

export class DeltaBatcher {
  private readonly waiting = new Map<string, ItemDelta>()
  private cancel: (() => void) | null = null

  constructor(
    private readonly clock: Clock,
    private readonly send: (delta: ItemDelta) => void,
  ) {}

  add(delta: ItemDelta): void {
    const key = `${delta.itemId}/${delta.channel}`
    const before = this.waiting.get(key)
    this.waiting.set(key, before ? { ...before, text: joined(before, delta) } : delta)
    this.cancel ??= this.clock.after(FLUSH_MS, () => this.flush())
  }

  /** Sends what waits; called before stored events, so that an item's end never overtakes its last delta. */
  flush(): void {
    this.cancel?.()
    this.cancel = null
    const deltas = [...this.waiting.values()]
    this.waiting.clear()
    for (const delta of deltas) this.send(delta)
  }
}

function joined(before: ItemDelta, delta: ItemDelta): string {
  const text = before.text + delta.text
  return before.channel === 'output' && text.length > MOST_CHARS ? text.slice(-MOST_CHARS) : text
}
