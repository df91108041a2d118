// What glob and grep share: the searcher, and where they may look.
import type { Clock } from '../../../services/ports/clock'
import type { ToolContext } from '../../../services/ports/tools'
import { requireAccess, resolveTarget, type Target } from '../files/resolve-target'
import { SEARCH_MS } from '../limits'
import { ToolRefusal } from '../tool-refusal'
import { locateRipgrep } from './locate-ripgrep'
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

/** The arguments that decide which files are looked at. Later globs win, so git's own folder is named last. */
export function fileArguments(glob: string | undefined, includeIgnored: boolean): string[] {
  const globs = [...(glob === undefined ? [] : [glob.replace(/^\.\//, '')]), '!**/.git']
  return [
    '--hidden',
    '--sort=path',
    ...(includeIgnored ? ['--no-ignore'] : []),
    ...globs.map((each) => `--glob=${each}`),
  ]
}

/** Throws a `ToolRefusal` for a glob that would not mean what it seems to. */
export function requireRelativeGlob(glob: string): void {
  if (glob.startsWith('!'))
    throw new ToolRefusal(`The pattern ${glob} excludes; give one that says which files you want.`)
  if (/^([\\/~]|[A-Za-z]:)/.test(glob) || /(^|[\\/{,])\.\.([\\/},]|$)/.test(glob)) {
    throw new ToolRefusal(
      `The pattern ${glob} leads out of the searched folder. Give the folder as path, and a pattern relative to it.`,
    )
  }
}

/** A note on a search that was not finished, as a list of none or one. */
export function unfinished(end: RipgrepEnd): string[] {
  return end === 'timed-out' ? [`[the search was ended after ${SEARCH_MS / 1000} seconds; narrow it]`] : []
}
