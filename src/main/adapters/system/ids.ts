import { randomBytes } from 'node:crypto'
import { formatId } from '../../../shared/domain/ids'
import type { Clock, IdSource } from '../../services/ports/clock'

const TAIL_LENGTH = 16
const BASE = 32

/**
 * Mints random ids that also sort in the order of minting: within one millisecond, and when the clock steps back, the
 * random tail counts up instead of being drawn anew.
 */
export function createIdSource(clock: Clock): IdSource {
  let atMs = 0
  let tail = new Uint8Array(TAIL_LENGTH)

  return {
    next(kind) {
      const now = clock.now()
      if (now > atMs) {
        atMs = now
        tail = randomTail()
      } else if (!countUp(tail)) {
        atMs += 1
        tail = randomTail()
      }
      return formatId(kind, atMs, tail)
    },
  }
}

function randomTail(): Uint8Array<ArrayBuffer> {
  const tail = new Uint8Array(randomBytes(TAIL_LENGTH)).map((byte) => byte % BASE)
  // The first digit starts in the lower half, so that a burst has room to count before it overflows.
  tail[0] = (tail[0] ?? 0) % (BASE / 2)
  return tail
}

/** Adds one to the digits; false when they were all at their highest. */
function countUp(digits: Uint8Array): boolean {
  for (let n = digits.length - 1; n >= 0; n--) {
    const next = (digits[n] ?? 0) + 1
    digits[n] = next % BASE
    if (next < BASE) return true
  }
  return false
}
