// What glob and grep share: the searcher, and where they may look.
import { join } from 'node:path'
import type { Clock } from '../../../services/ports/clock'
import type { ToolContext } from '../../../services/ports/tools'
import { requireAccess, resolveTarget, type Target } from '../files/resolve-target'
import { SEARCH_MS } from '../limits'
import { ToolRefusal } from '../tool-refusal'
import { locateRipgrep } from './locate-ripgrep'
import type { PathGlob } from './path-glob'
import type { RipgrepEnd } from './run-ripgrep'

export interface SearchMeans {
  clock: Clock
  env: NodeJS.ProcessEnv
  /** Instead of the ripgrep that came with us. */
  rgPath: string | undefined
}

export interface SearchPlace {
  rgPath: string
  target: Target
}

/** Resolves where to search and with what. Throws a `ToolRefusal` where that must not or cannot be. */
export async function searchPlace(
  path: string | undefined,
  context: ToolContext,
  means: SearchMeans,
): Promise<SearchPlace> {
  const target = await resolveTarget(context, path ?? '.')
  requireAccess(target, context, 'read')
  const rgPath = means.rgPath ?? (await locateRipgrep(means.env, [context.folder, ...context.addedFolders]))
  if (rgPath === null) {
    throw new ToolRefusal('ripgrep is not installed for this platform, so files cannot be searched. Use bash instead.')
  }
  return { rgPath, target }
}

/** The arguments that decide which files are looked at; a glob's names sift out most of what it does not mean. */
export function fileArguments(glob: PathGlob | null, includeIgnored: boolean): string[] {
  const names = glob?.names ?? []
  const types = names.length > 0 ? [...names.map((name) => `--type-add=tine:${name}`), '--type=tine'] : []
  return ['--hidden', '--glob=!**/.git', '--sort=path', ...(includeIgnored ? ['--no-ignore'] : []), ...types]
}

/** A path as ripgrep printed it, as we show it: without a leading dot, with slashes. */
export function slashed(path: string): string {
  return (process.platform === 'win32' ? path.replaceAll('\\', '/') : path).replace(/^\.\//, '')
}

/** A note on a search that was not finished, as a list of none or one. */
export function unfinished(end: RipgrepEnd): string[] {
  return end === 'timed-out' ? [`[the search was ended after ${SEARCH_MS / 1000} seconds; narrow it]`] : []
}

export interface PassedOver {
  /** Whether a path, relative to the searched folder, is kept from this search. */
  has(path: string): boolean
  /** A note on what was left out, as a list of none or one. */
  note(): string[]
}

/** What rules keep from a search of a folder. */
export function passOver(folder: string, { hidden }: ToolContext): PassedOver {
  let some = false
  let last: { path: string; hidden: boolean } | null = null
  return {
    has(path) {
      if (!hidden) return false
      // The lines of one file come together.
      if (last?.path !== path) last = { path, hidden: hidden(join(folder, path)) }
      some ||= last.hidden
      return last.hidden
    },
    note: () => (some ? ['[files that a rule of the person keeps from you are left out]'] : []),
  }
}
