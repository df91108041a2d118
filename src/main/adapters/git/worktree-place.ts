// Where worktrees may be, and nowhere else: `<data>/worktrees/<threadId>/<name>`.
import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isAbsent } from './presence'

/** The names that may stand for a thread in a path. */
const PLAIN_NAME = /^[0-9A-Za-z_-]{1,80}$/
const NAME_LENGTH = 60

/** The folder that holds a thread's checkout and owner file. */
export function holderOf(dataDir: string, threadId: string): string {
  if (!PLAIN_NAME.test(threadId)) throw new Error(`not a thread id: ${JSON.stringify(threadId)}`)
  return join(dataDir, 'worktrees', threadId)
}

/**
 * The checkout's own folder name: the repository's, so that tools which show a project by its folder show the right one.
 * Characters that some file system or shell chokes on are replaced.
 */
export function checkoutName(topLevel: string): string {
  const name = basename(topLevel)
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .replace(/[. ]+$/, '')
  return [...name].slice(0, NAME_LENGTH).join('') || 'checkout'
}

/**
 * Checks by path alone and by what is on disk that a checkout lies where ours lie, with no link on the way.
 *
 * @returns null when all is well, else why not, in words; what does not exist is not an objection
 */
export async function objectToPlace(dataDir: string, threadId: string, checkout: string): Promise<string | null> {
  const holder = holderOf(dataDir, threadId)
  if (dirname(checkout) !== holder || join(holder, basename(checkout)) !== checkout) {
    return `${checkout} is not in ${holder}`
  }
  for (const path of [dirname(holder), holder, checkout]) {
    try {
      const stat = await lstat(path)
      if (stat.isSymbolicLink()) return `${path} is a link`
      if (!stat.isDirectory()) return `${path} is not a folder`
      if ((await realpath(path)) !== path) return `${path} really is ${await realpath(path)}`
    } catch (error) {
      if (isAbsent(error)) return null
      throw error
    }
  }
  return null
}
