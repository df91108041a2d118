// Owns reading a processor profile: which of the app's functions a stretch of time went to.

interface ProfileNode {
  id: number
  callFrame: { functionName: string; url: string; lineNumber: number }
  children?: number[]
}

/** As the inspector gives it: times in microseconds of the machine's monotonic clock. */
export interface Profile {
  nodes: ProfileNode[]
  startTime: number
  samples: number[]
  timeDeltas: number[]
}

export interface Spent {
  name: string
  /** Milliseconds in which it, or what it called without waiting, ran. */
  ms: number
}

/** What the runtime does by itself is named in round brackets. */
const OF_THE_RUNTIME = new Set(['(garbage collector)', '(idle)'])

/**
 * Milliseconds by function between two moments (milliseconds of the same clock), the longest first; a caller's time holds that of whom
 * it calls. Named are the functions of files that `ours` says are ours.
 */
export function timeByFunction(profile: Profile, from: number, to: number, ours: (url: string) => boolean): Spent[] {
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  )
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const spent = new Map<string, number>()
  let at = profile.startTime / 1000
  for (const [n, id] of profile.samples.entries()) {
    at += (profile.timeDeltas[n] ?? 0) / 1000
    if (at < from || at > to) continue
    const lasted = (profile.timeDeltas[n + 1] ?? 0) / 1000
    for (const name of namesAbove(id, nodes, parents, ours)) spent.set(name, (spent.get(name) ?? 0) + lasted)
  }
  return [...spent].map(([name, ms]) => ({ name, ms })).sort((a, b) => b.ms - a.ms)
}

function namesAbove(
  leaf: number,
  nodes: ReadonlyMap<number, ProfileNode>,
  parents: ReadonlyMap<number, number>,
  ours: (url: string) => boolean,
): Set<string> {
  const names = new Set<string>()
  for (let id: number | undefined = leaf; id !== undefined; id = parents.get(id)) {
    const frame = nodes.get(id)?.callFrame
    if (frame && (OF_THE_RUNTIME.has(frame.functionName) || (ours(frame.url) && frame.functionName !== '')))
      names.add(frame.functionName)
  }
  return names
}
