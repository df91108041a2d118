// Is this still the worktree we made? Asked before every use; a no is final, never a detour to another folder.
import { dirname, join } from 'node:path'
import type { WorktreeIdentity, WorktreeVerdict } from '../../services/ports/git'
import { plainGitAt } from './git-at'
import { readOwner } from './owner-file'
import { kindAt } from './presence'
import { commonDirOf, findRegistration, listRegistrations, readGitLink, realPathOrNull } from './registration'
import { GitCommandError } from './run-git'
import { objectToPlace } from './worktree-place'

type Refusal = Extract<WorktreeVerdict, { ok: false }>

/**
 * Verifies a worktree's identity: its real path, the owner file's nonce, its `.git` file, the repository's registration of
 * exactly this path, and git's own word that this is the top level. Which branch is checked out is no part of it (a rebase
 * detaches HEAD, a person may rename the branch): the verdict says where it stands.
 */
export async function verifyWorktree(record: WorktreeIdentity, dataDir: string): Promise<WorktreeVerdict> {
  const objection = await objectToPlace(dataDir, record.threadId, record.path)
  if (objection !== null) return refuse('replaced', objection)
  if ((await realPathOrNull(record.commonDir)) !== record.commonDir) {
    return refuse('missing', `its repository ${record.commonDir} is gone`)
  }
  if ((await kindAt(record.path)) !== 'folder') return whereItWent(record)
  const owner = await readOwner(dirname(record.path))
  if (owner === null) return refuse('replaced', 'its owner file is gone')
  if (owner.nonce !== record.nonce || owner.threadId !== record.threadId) {
    return refuse('replaced', 'its owner file names another worktree')
  }
  const gitDir = await agreedGitDir(record)
  return typeof gitDir === 'string' ? askGit(record, gitDir) : gitDir
}

/** The git folder that the checkout names and that names the checkout back. */
async function agreedGitDir({ path, commonDir }: WorktreeIdentity): Promise<string | Refusal> {
  const link = await readGitLink(path)
  if (link.kind === 'none') return refuse('replaced', 'its .git file is gone')
  if (link.kind !== 'file') return refuse('replaced', 'its .git is no longer the file git made')
  const gitDir = await realPathOrNull(link.gitDir)
  if (gitDir === null) return refuse('replaced', 'the repository no longer knows it')
  if (dirname(gitDir) !== join(commonDir, 'worktrees') || (await commonDirOf(gitDir)) !== commonDir) {
    return refuse('replaced', 'its .git file points to another repository')
  }
  const registration = await findRegistration(commonDir, path)
  if (registration?.adminDir !== gitDir) return refuse('replaced', 'the repository has registered it elsewhere')
  return gitDir
}

async function askGit({ path, branch: own }: WorktreeIdentity, gitDir: string): Promise<WorktreeVerdict> {
  // Not bound to `gitDir`: this is the question whether git would find it by itself, as every command of the thread must.
  const found = plainGitAt({ cwd: path })
  try {
    const topLevel = await found.line(['rev-parse', '--path-format=absolute', '--show-toplevel'])
    if ((await realPathOrNull(topLevel)) !== path) return refuse('replaced', `git takes ${topLevel} for its top level`)
    const head = await found.lineOrNull(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
    const ref = await found.lineOrNull(['symbolic-ref', '--quiet', 'HEAD'])
    const branch = ref?.replace(/^refs\/heads\//, '') ?? null
    // Detached in the middle of a rebase it is not astray, nor when somebody gave its branch another name.
    const other = branch !== null && branch !== own
    const strayed =
      other && (await found.lineOrNull(['rev-parse', '--verify', '--quiet', `refs/heads/${own}`])) !== null
    return { ok: true, head, branch, gitDir, strayed }
  } catch (error) {
    if (!(error instanceof GitCommandError)) throw error
    return refuse('replaced', `git cannot read it: ${error.stderr.replace(/^fatal: /, '').trim()}`)
  }
}

/** The folder is gone: perhaps somebody moved it with git's knowledge. */
async function whereItWent({ path, commonDir, branch }: WorktreeIdentity): Promise<Refusal> {
  const git = plainGitAt({ cwd: commonDir, gitDir: commonDir })
  const now = await git.line(['for-each-ref', '--format=%(worktreepath)', `refs/heads/${branch}`])
  if (now !== '' && now !== path && (await kindAt(now)) === 'folder') {
    return refuse('moved', `its branch is checked out at ${now}`)
  }
  const known = (await listRegistrations(commonDir)).some((entry) => entry.checkout === path)
  return refuse('missing', known ? 'its folder is gone' : 'its folder is gone and the repository no longer knows it')
}

function refuse(state: Refusal['state'], reason: string): Refusal {
  return { ok: false, state, reason }
}
