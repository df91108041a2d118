// The file beside a checkout that says it is ours: `<data>/worktrees/<threadId>/owner.json`.
import { lstat, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { FailureError } from '../../../shared/contract/failure'
import type { WorktreeIdentity } from '../../services/ports/git'
import { hasCode, isAbsent } from './presence'

const ownerSchema = z.object({
  version: z.literal(1),
  threadId: z.string(),
  nonce: z.string(),
  commonDir: z.string(),
  branch: z.string(),
  /** False from the claim until the checkout is complete: a crash in between is recognised by it. */
  created: z.boolean(),
})
export type Owner = z.infer<typeof ownerSchema>

const OWNER_FILE = 'owner.json'
const DRAFT = `${OWNER_FILE}.new`

/** The owner of a worktree's folder; null where there is no owner file that can be read as one. */
export async function readOwner(holder: string): Promise<Owner | null> {
  const path = join(holder, OWNER_FILE)
  try {
    if (!(await lstat(path)).isFile()) return null
    const parsed = ownerSchema.safeParse(parseOrNull(await readFile(path, 'utf8')))
    return parsed.success ? parsed.data : null
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/**
 * Makes the folder ours. A folder that exists with anything in it is never taken over, save for the draft that a claim cut
 * off by a crash leaves: nobody else writes one.
 *
 * @throws FailureError `conflict` when something is there already
 */
export async function claimHolder(holder: string, identity: WorktreeIdentity): Promise<void> {
  await makeFolder(dirname(holder))
  await makeFolder(holder)
  const inside = await readdir(holder)
  if (inside.some((name) => name !== DRAFT)) throw occupied(holder)
  await putOwner(holder, ownerText(identity, false))
}

/** One by one: of all at once the system's own reason (a disk that can only be read) does not come through. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
}

/** Records that the checkout is complete; from now on nothing but the thread changes it. */
export async function markCreated(holder: string, identity: WorktreeIdentity): Promise<void> {
  await putOwner(holder, ownerText(identity, true))
}

/** Whole or not at all: a file that a crash left empty would belong to nobody. */
async function putOwner(holder: string, text: string): Promise<void> {
  const draft = join(holder, DRAFT)
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, join(holder, OWNER_FILE))
}

function ownerText(identity: WorktreeIdentity, created: boolean): string {
  const { threadId, nonce, commonDir, branch } = identity
  const owner: Owner = { version: 1, threadId, nonce, commonDir, branch, created }
  return `${JSON.stringify(owner, null, 2)}\n`
}

function occupied(holder: string): FailureError {
  return new FailureError('conflict', `${holder} exists and is not this worktree's folder`, { path: holder })
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
