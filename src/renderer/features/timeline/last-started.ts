/** The place of the last of these turns that had begun at a moment (EpochMs), -1 when none had; they stand in the order of their numbers. */
export function lastStarted(turns: readonly { startedAt: number }[], atMs: number): number {
  let [low, high] = [0, turns.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((turns[middle]?.startedAt ?? Number.POSITIVE_INFINITY) <= atMs) low = middle + 1
    else high = middle
  }
  return low - 1
}
