// What git does that cannot simply be undone.
import type { GitWords } from './git-words'
import { isRunningKey } from './git-words'
import type { Word } from './shell-analysis'

type Judge = (args: readonly string[], has: (...flags: string[]) => boolean) => string | null

/** `git reset` with a commit moves the branch; with files (here: a name with an extension) it only unstages them. */
function movesBranch(arg: string): boolean {
  return !arg.startsWith('-') && arg !== 'HEAD' && arg !== '.' && !/[^/.]\.[A-Za-z]\w*$/.test(arg)
}

const JUDGES: Readonly<Record<string, Judge>> = {
  push: (args, has) => {
    if (has('-f', '--force', '--force-with-lease', '--force-if-includes'))
      return 'overwrites the history of a remote branch'
    if (has('-d', '--delete', '--mirror', '--prune')) return 'deletes branches of a remote repository'
    if (args.some((arg) => arg.startsWith('+'))) return 'overwrites the history of a remote branch'
    return args.some((arg) => arg.startsWith(':')) ? 'deletes a branch of a remote repository' : null
  },
  branch: (_, has) => {
    if (has('-d', '-D', '--delete')) return 'deletes a branch'
    return has('-f', '--force', '-M', '-C') ? 'moves or replaces a branch' : null
  },
  tag: (_, has) => (has('-d', '--delete', '-f', '--force') ? 'deletes or moves a tag' : null),
  worktree: ([action], has) => {
    if (action === 'remove' || action === 'prune') return 'removes a worktree'
    return has('-f', '--force', '-B') ? 'replaces a branch or a worktree' : null
  },
  reset: (args, has) => {
    if (has('--hard', '--merge', '--keep')) return 'throws uncommitted work away'
    return args.some(movesBranch) ? 'takes commits from a branch' : null
  },
  rebase: () => 'rewrites history',
  'filter-branch': () => 'rewrites history',
  'filter-repo': () => 'rewrites history',
  replace: () => 'rewrites history',
  'fast-import': () => 'rewrites history',
  pull: (_, has) => (has('-r', '--rebase', '-f', '--force') ? 'rewrites history' : null),
  fetch: (args, has) => {
    if (has('-f', '--force') || args.some((arg) => arg.startsWith('+'))) return 'overwrites branches'
    return has('-p', '--prune', '-P', '--prune-tags') ? 'deletes branches that a remote no longer has' : null
  },
  commit: (_, has) => (has('--amend') ? 'rewrites the last commit' : null),
  stash: ([action]) =>
    action === 'list' || action === 'show' ? null : 'moves uncommitted work into or out of the stash',
  gc: () => 'deletes objects nothing points to',
  prune: () => 'deletes objects nothing points to',
  'prune-packed': () => 'deletes objects',
  repack: () => 'rewrites the object store',
  maintenance: () => 'may delete objects nothing points to',
  reflog: ([action]) =>
    action === 'expire' || action === 'delete' || action === 'drop' ? 'deletes the record of past states' : null,
  'update-ref': () => 'moves or deletes references',
  'symbolic-ref': (args, has) => (has('-d', '--delete') || args.length > 1 ? 'moves or deletes references' : null),
  clean: (_, has) => (has('-n', '--dry-run') ? null : 'deletes untracked files'),
  checkout: (args, has) => {
    if (has('-f', '--force', '-B', '--ours', '--theirs', '-m', '--merge')) return 'throws uncommitted work away'
    const names = args.filter((arg) => !arg.startsWith('-'))
    const files = names.some((arg) => arg === '.' || /[^/.]\.[A-Za-z]\w*$/.test(arg))
    const fromCommit = names.length > 1 && !has('-b', '--orphan', '-t', '--track')
    return has('--') || files || fromCommit ? 'throws uncommitted changes of files away' : null
  },
  'checkout-index': (_, has) => (has('-f', '--force') ? 'overwrites files' : null),
  'read-tree': (_, has) => (has('-u', '--reset') ? 'overwrites files' : null),
  restore: (_, has) =>
    has('-S', '--staged') && !has('-W', '--worktree') ? null : 'throws uncommitted changes of files away',
  switch: (_, has) =>
    has('-f', '--force', '--discard-changes', '-C', '--force-create') ? 'throws uncommitted work away' : null,
  rm: (_, has) => (has('-r', '-f', '--force') ? 'removes files' : null),
  remote: ([action]) =>
    /^(?:remove|rm|prune|rename|set-url)$/.test(action ?? '') ? 'changes or removes a remote' : null,
  submodule: ([action]) =>
    action === 'deinit' || action === 'foreach' ? 'empties or runs commands in submodules' : null,
  notes: ([action]) => (action === 'remove' || action === 'prune' ? 'removes notes' : null),
  lfs: ([action]) => (action === 'prune' ? 'deletes objects' : null),
  bisect: ([action]) => (action === 'run' ? 'lets git run a command' : null),
  'update-index': (_, has) => (has('--force-remove') ? 'removes files from the index' : null),
}

/**
 * Why a git command asks whatever rules say.
 *
 * @returns half a sentence whose subject is the command; null when it need not
 */
export function destructiveGit(git: GitWords): string | null {
  const runs = git.global.find(({ flag, value }) => {
    if (flag === '--config-env' || flag === '--exec-path') return true
    return flag === '-c' && isRunningKey((value ?? '').split('=')[0] ?? '')
  })
  if (runs) return 'gives git a command to run'
  if (git.unclear) return 'may do anything: what git is told to do is not known'
  const [subcommand, ...rest] = git.words
  if (!subcommand) return null
  const judge = Object.hasOwn(JUDGES, subcommand.text) ? JUDGES[subcommand.text] : undefined
  if (!judge) return null
  const args = rest.map((word) => word.text)
  const reason = judge(args, (...flags) => flags.some((flag) => hasFlag(args, flag)))
  if (reason !== null) return reason
  // The message of a commit is often put together; between quotes it stays one word after `-m`.
  const hidden = rest.some((word) => word.kind === 'dynamic' && (subcommand.text !== 'commit' || !isQuoted(word)))
  return hidden ? 'may be destructive: its words are not all known' : null
}

/** A bare expansion may become any flag; the long flags are also understood when cut short. */
function hasFlag(args: readonly string[], flag: string): boolean {
  if (flag === '--') return args.includes('--')
  if (!flag.startsWith('--')) {
    const letter = flag.slice(1)
    return args.some((arg) => /^-[A-Za-z]/.test(arg) && !arg.startsWith('--') && arg.includes(letter))
  }
  return args.some((arg) => {
    const name = arg.split('=')[0] ?? ''
    return name.length > 3 && name.startsWith('--') && flag.startsWith(name)
  })
}

function isQuoted(word: Word): boolean {
  return word.text.startsWith('"')
}
