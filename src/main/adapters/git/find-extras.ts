// Which files of the parent a person's list of extras means: only what git ignores, and only what really lies in the checkout.
import { lstat, realpath } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { expandGlob } from '../shell-syntax/expand-glob'
import type { GitAt } from './git-at'
import { splitNulText } from './nul-list'
import { isAbsent, kindAt } from './presence'

/**
 * Finds them in the checkout that `git` is bound to.
 *
 * @param patterns paths or globs, relative to `subPath`
 * @param notes gets a line for each pattern that cannot be followed
 * @returns paths relative to the checkout, none below another
 */
export async function findExtras(
  git: GitAt,
  patterns: readonly string[],
  subPath: string,
  notes: string[],
): Promise<string[]> {
  const checkout = git.place.cwd
  const found = new Set<string>()
  for (const pattern of patterns) {
    const given = pattern.replace(/\/$/, '')
    const path = subPath === '' ? given : `${subPath}/${given}`
    const names = (await kindAt(join(checkout, path))) === null ? await expand(checkout, path) : [path]
    if (names === null) notes.push(`${pattern} means more files than can be placed, or is no simple glob`)
    for (const name of names ?? []) if (await liesInside(checkout, name)) found.add(name)
  }
  const ignored = await ignoredOf(git, [...found])
  return ignored.filter((path) => !ignored.some((other) => path.startsWith(`${other}/`)))
}

async function expand(checkout: string, path: string): Promise<string[] | null> {
  return /[*?[]/.test(path) ? expandGlob(checkout, path) : []
}

/** A link on the way could lead anywhere; the thing itself may be one. */
async function liesInside(checkout: string, path: string): Promise<boolean> {
  try {
    const folder = await realpath(dirname(join(checkout, path)))
    await lstat(join(checkout, path))
    return folder === checkout || folder.startsWith(checkout + sep)
  } catch (error) {
    if (isAbsent(error)) return false
    throw error
  }
}

/** What git tracks or would track travels by itself. */
async function ignoredOf(git: GitAt, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return []
  // This command knows no literal paths; it expands none either.
  const options = {
    input: paths.map((path) => `${path}\0`).join(''),
    env: { GIT_LITERAL_PATHSPECS: '0' },
    answers: [1],
  }
  const { stdout } = await git.run(['check-ignore', '-z', '--stdin'], options)
  return splitNulText(stdout)
}
