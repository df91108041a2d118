// Which of a project's files a person means by a few letters of a path.

export interface RankedPaths {
  /** The best first. */
  paths: string[]
  /** How many match. */
  total: number
}

const BOUNDARY = '/-_. '

/**
 * The paths that hold the letters of the query in order, whatever their case; words apart from each other each for itself. What
 * stands in the name of the file counts more than what stands in its folders, what stands together more than what is scattered.
 * An empty query means every file, those nearest to the top first.
 */
export function rankPaths(paths: readonly string[], query: string, limit: number): RankedPaths {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const best: { path: string; score: number }[] = []
  let total = 0
  for (const path of paths) {
    const score = scoreOf(path, words)
    if (score === null) continue
    total += 1
    const last = best[best.length - 1]
    if (best.length >= limit && last && !isBefore(path, score, last)) continue
    let at = best.length
    while (at > 0) {
      const before = best[at - 1]
      if (!before || !isBefore(path, score, before)) break
      at -= 1
    }
    best.splice(at, 0, { path, score })
    if (best.length > limit) best.pop()
  }
  return { paths: best.map((entry) => entry.path), total }
}

function isBefore(path: string, score: number, other: { path: string; score: number }): boolean {
  return score > other.score || (score === other.score && path < other.path)
}

/** Null where a word is not in it. */
function scoreOf(path: string, words: readonly string[]): number | null {
  const lower = path.toLowerCase()
  const nameAt = lower.lastIndexOf('/') + 1
  let score = -path.length * 0.05 - depthOf(path)
  for (const word of words) {
    // In the name alone, else from its end on backwards, so that the letters stand as near to the name as they can.
    const found = word.includes('/') ? null : matchForward(path, lower, word, nameAt)
    const rest = found ?? matchBackward(path, lower, word, nameAt)
    if (rest === null) return null
    score += rest
  }
  return score
}

function depthOf(path: string): number {
  let depth = 0
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) depth += 1
  return depth
}

function matchForward(path: string, lower: string, word: string, nameAt: number): number | null {
  const whole = lower.indexOf(word, nameAt)
  if (whole >= 0) {
    const all = whole === nameAt && lower.length - nameAt === word.length
    return runScore(path, whole, word.length, nameAt) + (all ? 40 : 0) + (whole === nameAt ? 15 : 0) + 10
  }
  const scattered = scatterForward(path, lower, word, nameAt, false)
  // Where the letters are nowhere in this order, they are not at the beginnings of words either.
  if (scattered === null) return null
  return Math.max(scattered, scatterForward(path, lower, word, nameAt, true) ?? 0)
}

/** @param starts takes each letter from the beginning of a word, where there is one */
function scatterForward(path: string, lower: string, word: string, nameAt: number, starts: boolean): number | null {
  let score = 0
  let from = nameAt
  for (let n = 0; n < word.length; ) {
    const first = lower.indexOf(word.charAt(n), from)
    if (first < 0) return null
    const at = starts ? startOfWord(path, lower, word.charAt(n), first) : first
    if (n > 0 && !starts) score -= Math.min(at - from, 10) * 0.5
    let length = 1
    while (n + length < word.length && lower[at + length] === word[n + length]) length += 1
    score += runScore(path, at, length, nameAt)
    n += length
    from = at + length
  }
  return score
}

/** The first beginning of a word with this letter from `first` on; else `first`. */
function startOfWord(path: string, lower: string, letter: string, first: number): number {
  for (let at = first; at >= 0; at = lower.indexOf(letter, at + 1)) if (isWordStart(path, at)) return at
  return first
}

function matchBackward(path: string, lower: string, word: string, nameAt: number): number | null {
  const whole = lower.lastIndexOf(word)
  if (whole >= 0) return runScore(path, whole, word.length, nameAt) + 10
  let score = 0
  let to = lower.length - 1
  for (let n = word.length - 1; n >= 0; ) {
    const at = lower.lastIndexOf(word.charAt(n), to)
    if (at < 0) return null
    let length = 1
    while (n - length >= 0 && at - length >= 0 && lower[at - length] === word[n - length]) length += 1
    score += runScore(path, at - length + 1, length, nameAt)
    n -= length
    to = at - length
    if (to < 0 && n >= 0) return null
  }
  return score
}

/** Letters that stand together; at the beginning of a word they count more. */
function runScore(path: string, at: number, length: number, nameAt: number): number {
  return length * 3 + (length - 1) * 3 + (isWordStart(path, at) ? 6 : 0) + (at >= nameAt ? length * 2 : 0)
}

function isWordStart(path: string, at: number): boolean {
  if (at === 0 || BOUNDARY.includes(path.charAt(at - 1))) return true
  return /[A-Z]/.test(path.charAt(at)) && /[a-z0-9]/.test(path.charAt(at - 1))
}
