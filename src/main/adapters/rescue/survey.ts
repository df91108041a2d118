// What lies where worktrees, rescued folders and archives are kept.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredFolder } from '../../services/ports/rescue'
import { readOwner } from '../git/owner-file'
import { isAbsent, kindAt } from '../git/presence'

const PLACES = ['worktrees', 'rescued', 'restoring', 'archives'] as const

/** Looks at names and owner files only: nothing is measured, and no link is followed. */
export async function survey(dataDir: string): Promise<StoredFolder[]> {
  const all = await Promise.all(
    PLACES.map(async (place) => {
      const names = await namesIn(join(dataDir, place))
      return Promise.all(names.map((name) => lookAt(join(dataDir, place, name), name, place)))
    }),
  )
  return all.flat()
}

async function lookAt(path: string, name: string, place: StoredFolder['place']): Promise<StoredFolder> {
  const isFolder = (await kindAt(path)) === 'folder'
  const owner = isFolder ? await readOwner(path) : null
  return {
    path,
    place,
    threadId: /^thr_[0-9A-Za-z]+/.exec(name)?.[0] ?? null,
    owner: owner && { threadId: owner.threadId, nonce: owner.nonce },
    names: isFolder ? await namesIn(path) : [],
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}
