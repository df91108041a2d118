/**
 * A line in front of each repository: merges into it follow each other, each from look to end, since what one has looked at
 * the other would change.
 */
export function mergeLine(): <T>(commonDir: string, work: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<unknown>>()
  return async (commonDir, work) => {
    const before = tails.get(commonDir)
    const mine = (async () => {
      await Promise.allSettled([before])
      return work()
    })()
    tails.set(commonDir, mine)
    try {
      return await mine
    } finally {
      if (tails.get(commonDir) === mine) tails.delete(commonDir)
    }
  }
}
