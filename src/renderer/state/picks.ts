// Which part of a worktree's changes a merge takes: all of it, unless a person took something out. Pure.

/** By path, for what is not taken whole: nothing of the file, or only these of its hunks. */
export type Picks = Readonly<Record<string, 'none' | readonly string[]>>

export const ALL_PICKED: Picks = {}

export type PickState = 'all' | 'some' | 'none'

/** What is taken of one file. */
export function pickOf(picks: Picks, path: string): PickState {
  const pick = picks[path]
  if (pick === undefined) return 'all'
  return pick === 'none' ? 'none' : 'some'
}

/** What is taken of several files together. */
export function picksOf(picks: Picks, paths: readonly string[]): PickState {
  const states = new Set(paths.map((path) => pickOf(picks, path)))
  if (states.size === 0) return 'all'
  if (states.size > 1) return 'some'
  return [...states][0] ?? 'all'
}

/** Takes files whole, or leaves them out. */
export function pickFiles(picks: Picks, paths: readonly string[], taken: boolean): Picks {
  const changed = new Set(paths)
  const others = Object.entries(picks).filter(([path]) => !changed.has(path))
  return Object.fromEntries([...others, ...(taken ? [] : paths.map((path) => [path, 'none'] as const))])
}

/** Takes a hunk of a file, or leaves it out. */
export function pickHunk(picks: Picks, path: string, hunkIds: readonly string[], id: string, taken: boolean): Picks {
  const before = pickedHunks(picks, path, hunkIds)
  const after = hunkIds.filter((each) => (each === id ? taken : before.includes(each)))
  if (after.length === 0) return pickFiles(picks, [path], false)
  return after.length === hunkIds.length ? pickFiles(picks, [path], true) : { ...picks, [path]: after }
}

/** Which of a file's hunks are taken. */
export function pickedHunks(picks: Picks, path: string, hunkIds: readonly string[]): readonly string[] {
  const pick = picks[path]
  if (pick === undefined) return hunkIds
  return pick === 'none' ? [] : hunkIds.filter((id) => pick.includes(id))
}

/** The picks without hunks of a file that are no longer in it: its content changed, and with it what was chosen. */
export function forgetStaleHunks(picks: Picks, path: string, hunkIds: readonly string[]): Picks {
  const pick = picks[path]
  if (pick === undefined || pick === 'none' || pick.every((id) => hunkIds.includes(id))) return picks
  return pickFiles(picks, [path], true)
}

export interface Chosen {
  /** Files that are taken whole. */
  whole: string[]
  /** Files of which only some hunks are taken. */
  parts: { path: string; ids: string[] }[]
  /** Files that are left out. */
  left: string[]
}

/** The files divided by what is taken of them. Picks of files that changed no more are passed over. */
export function chosenOf(paths: readonly string[], picks: Picks): Chosen {
  const chosen: Chosen = { whole: [], parts: [], left: [] }
  for (const path of paths) {
    const pick = picks[path]
    if (pick === undefined) chosen.whole.push(path)
    else if (pick === 'none') chosen.left.push(path)
    else chosen.parts.push({ path, ids: [...pick] })
  }
  return chosen
}

/** Whether everything is taken. */
export function isAll({ parts, left }: Chosen): boolean {
  return parts.length === 0 && left.length === 0
}

/** Whether nothing is taken, though there is something. */
export function isNothing({ whole, parts, left }: Chosen): boolean {
  return whole.length === 0 && parts.length === 0 && left.length > 0
}

/** The choice as the commands take it; everything needs no words. */
export function chosenInput(chosen: Chosen): {
  paths?: string[] | undefined
  hunks?: { path: string; ids: string[] }[] | undefined
} {
  if (isAll(chosen)) return {}
  return {
    ...(chosen.whole.length > 0 ? { paths: chosen.whole } : {}),
    ...(chosen.parts.length > 0 ? { hunks: chosen.parts } : {}),
  }
}
