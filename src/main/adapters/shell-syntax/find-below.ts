// What rules speak of below the folders a command line reads as a whole: looked for, since nothing names it.
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { matchesPath, namesTool } from '../../../core/permission/match-rule'
import { literalPlace } from '../../../core/permission/path-pattern'
import { below, segmentsOf } from '../../../core/permission/path-text'
import type { PathUse, PermissionCall, PermissionContext } from '../../../core/permission/permission-call'
import { type RecursiveRead, recursiveReads } from '../../../core/permission/recursive-reads'
import type { Rule } from '../../../core/permission/rule'
import { eachCommand, type ShellAnalysis, type Word } from '../../../core/permission/shell-analysis'
import { realPlace } from './real-path'

/** More entries than this are not looked at: then nobody knows. */
const MOST_ENTRIES = 20_000

export interface FoundBelow {
  uses: PathUse[]
  unseen: boolean
}

/**
 * Looks below every folder the line reads as a whole for what a restricting rule about reading speaks of. Names only; links are not
 * followed further than to where they lead.
 *
 * @param folders those the line may be in
 */
export async function findBelow(
  shell: ShellAnalysis,
  folders: readonly string[],
  call: PermissionCall,
  context: PermissionContext,
): Promise<FoundBelow> {
  const rules = context.rules.filter(
    (rule) => rule.effect !== 'allow' && rule.pattern.kind === 'path' && namesTool(rule, 'grep'),
  )
  const reads = rules.length === 0 ? [] : recursiveReads(shell)
  const found: FoundBelow = { uses: [], unseen: false }
  const budget = { entries: MOST_ENTRIES }
  const places = { folders, home: context.home }
  // A folder that is only known when the line runs may be any.
  if (reads.length > 0) found.unseen = goesAnywhere(shell) || reads.some(({ targets }) => targets.some(isDynamic))
  for (const read of reads)
    for (const place of await placesOf(read, places))
      for (const rule of rules) {
        const use = await firstBelow({ place, follows: read.follows }, rule, call, context, budget)
        if (use === 'unseen') found.unseen = true
        else if (use) found.uses.push(use)
      }
  return found
}

function isDynamic({ kind }: Word): boolean {
  return kind === 'dynamic'
}

function goesAnywhere(shell: ShellAnalysis): boolean {
  return [...eachCommand(shell.commands)].some(
    ({ argv: [program, target] }) => /^(?:cd|pushd)$/.test(program?.text ?? '') && target?.kind === 'dynamic',
  )
}

async function placesOf(
  { targets, here }: RecursiveRead,
  { folders, home }: { folders: readonly string[]; home: string },
): Promise<string[]> {
  const places = new Set<string>()
  for (const { kind, text, home: isHome } of targets)
    for (const folder of folders) {
      const path = isHome ? join(home, text.slice(1)) : text
      const real = kind === 'literal' ? await realPlace(folder, path) : null
      if (real !== null && (await exists(real))) places.add(real)
      // What a pattern becomes is somewhere below where the line is, or below the folder it begins with.
      else if (kind === 'glob') places.add(path.startsWith('/') ? '/' : folder)
    }
  return places.size === 0 && here ? [...folders] : [...places]
}

async function firstBelow(
  { place, follows }: { place: string; follows: boolean },
  rule: Rule,
  call: PermissionCall,
  context: PermissionContext,
  budget: { entries: number },
): Promise<PathUse | 'unseen' | null> {
  const use = (real: string): PathUse => ({ given: real, real, inside: true, write: false, below: true })
  const matches = (real: string) => matchesPath(rule, use(real), call, context)
  const open = [...startsOf(place, rule, call, context), ...(follows ? [place] : [])]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (matches(at) && (await exists(at))) return use(at)
    for (const entry of await entriesOf(at)) {
      if (--budget.entries < 0) return 'unseen'
      const path = join(at, entry.name)
      if (entry.isDirectory()) open.push(path)
      else if (matches(path)) return use(path)
      if (!follows || !entry.isSymbolicLink()) continue
      const real = await realPlace('/', path)
      if (real !== null && matches(real)) return use(real)
      // Behind a link to a folder lies more than can be looked through link by link.
      if (real !== null && (await isFolder(real)) && startsOf(real, rule, call, context).length > 0) return 'unseen'
    }
  }
  return null
}

/** Where below a place a rule may speak of something: what it names, there or in this checkout of the project, or all of it. */
function startsOf(place: string, { pattern }: Rule, call: PermissionCall, context: PermissionContext): string[] {
  if (pattern.kind !== 'path') return []
  const named = literalPlace(pattern.path, { folder: call.folder, home: context.home })
  const rest = below(segmentsOf(context.projectFolder ?? call.folder), named)
  const here = rest ? [...segmentsOf(call.folder), ...rest] : named
  const starts = [named, here].flatMap((segments) => {
    if (below(segmentsOf(place), segments) !== null) return [resolve('/', ...segments)]
    return below(segments, segmentsOf(place)) === null ? [] : [place]
  })
  return [...new Set(starts)]
}

/** What cannot be listed holds nothing anybody here could read. */
async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return []
    throw error
  }
}

async function exists(path: string): Promise<boolean> {
  return (await factsOf(path)) !== null
}

async function isFolder(path: string): Promise<boolean> {
  return (await factsOf(path))?.isDirectory() ?? false
}

async function factsOf(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return null
    throw error
  }
}
