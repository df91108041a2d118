// Where a path a model names leads, and whether a tool may go there.
import { homedir } from 'node:os'
import { join, parse, relative, resolve, sep } from 'node:path'
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError'
import { resolvePath } from '@anthropic-ai/sdk/tools/agent-toolset/node'
import type { ToolContext, ToolPlaces } from '../../../services/ports/tools'
import { ignoresCase } from '../../system/ignores-case'
import { ToolRefusal } from '../tool-refusal'
import { contains } from './contains'

export interface Target {
  /** The real path, without any link; of a file that does not exist yet, where it will be. */
  real: string
  /** As it is shown: relative within the thread's folder, absolute elsewhere. */
  shown: string
  place: 'own' | 'added' | 'outputs' | 'outside'
  /** Set when an inherited path was taken to mean the thread's own folder: one line that says so. */
  mapped: string | null
}

/**
 * Resolves a path against a thread's places. Links are followed, also the last one and dangling ones, and the result is
 * what a tool then works on, so a link can lead out of a place but not unnoticed.
 *
 * Throws a `ToolRefusal` for a path that cannot be resolved.
 */
export async function resolveTarget(given: ToolPlaces, asked: string): Promise<Target> {
  const lexical = resolve(given.folder, expandHome(asked))
  // A data folder reached through a link; the thread's own folders are real already.
  const places = { ...given, outputsDir: await realPathOf(given.outputsDir) }
  const real = await realPathOf(lexical)
  const ignoreCase = places.mapFrom !== null && (await ignoresCase(places.mapFrom))
  const inherited = inheritedPath(places, lexical, real, ignoreCase)
  if (inherited === null) return describeTarget(places, real, null)
  const own = join(ownCheckout(places), partsBelow(places.mapFrom ?? '', inherited))
  const mapped = `[${asked} is in the folder this conversation was forked from; in this thread it means ${own}]`
  return describeTarget(places, await realPathOf(own), mapped)
}

function expandHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path
}

/** The top level of what a thread works in. */
function ownCheckout({ mapTo, folder }: ToolPlaces): string {
  return mapTo ?? folder
}

/** Cut by parts and not by text: in another case or form the folder's name may have another length. */
function partsBelow(folder: string, path: string): string {
  return path.split(sep).slice(folder.split(sep).length).join(sep)
}

/** A path into the checkout the thread was forked from, which in this thread means its own; else null. */
function inheritedPath(places: ToolPlaces, lexical: string, real: string, ignoreCase: boolean): string | null {
  const { mapFrom, outputsDir } = places
  const own = ownCheckout(places)
  if (mapFrom === null || contains(own, lexical)) return null
  if (contains(outputsDir, lexical) || contains(outputsDir, real)) return null
  const options = ignoreCase ? { ignoreCase } : {}
  if (contains(mapFrom, lexical, options)) return lexical
  return contains(mapFrom, real, options) && !contains(own, real) ? real : null
}

function describeTarget(places: ToolPlaces, real: string, mapped: string | null): Target {
  const { folder } = places
  const shown = contains(folder, real) ? relative(folder, real).split(sep).join('/') || '.' : real
  return { real, shown, place: placeOf(places, real), mapped }
}

function placeOf(places: ToolPlaces, real: string): Target['place'] {
  if (contains(places.outputsDir, real)) return 'outputs'
  if (contains(places.folder, real)) return 'own'
  // A link that leads an isolated thread back to where it was forked from leads outside, whatever lies around it.
  const isOwn = contains(ownCheckout(places), real)
  if (places.mapFrom !== null && contains(places.mapFrom, real) && !isOwn) return 'outside'
  return places.addedFolders.some((added) => contains(added, real)) ? 'added' : 'outside'
}

/** Follows every link. All roots are permitted here: an outside target is judged, and named, by its real path. */
async function realPathOf(lexical: string): Promise<string> {
  try {
    return await resolvePath({ workdir: parse(lexical).root, allowedRoots: [] }, lexical)
  } catch (error) {
    // The toolset's own sentence: it names the path and what is wrong with it.
    if (error instanceof ToolError) throw new ToolRefusal(`${error.message}.`)
    throw error
  }
}

/** Throws a `ToolRefusal` when a call must not go to a target this way. */
export function requireAccess(target: Target, context: ToolContext, access: 'read' | 'write'): void {
  if (access === 'write' && context.readOnly) {
    throw new ToolRefusal(`${target.shown} was not changed: this thread may read and not write.`)
  }
  if (access === 'write' && target.place === 'outputs') {
    throw new ToolRefusal(`${target.shown} was not changed: saved outputs can be read and not written.`)
  }
  if (target.place !== 'outside') return
  if (context.allowedPaths.some((allowed) => contains(allowed, target.real))) return
  const folders = [context.folder, ...context.addedFolders].join(', ')
  throw new ToolRefusal(
    `${target.real} is outside the folders of this thread (${folders}), and nobody allowed it for this call.`,
  )
}
