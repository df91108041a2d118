// The commits a thread made in its worktree.
import type { OwnCommit } from '../../services/ports/git'
import type { GitAt } from './git-at'

const MOST = 500
const SEPARATOR = '\t'

/**
 * Commits between the start and the head, newest first, at most 500; of a merge only the merge itself. `rev-list` and not
 * `log`, since configuration can make that one start programs.
 */
export async function ownCommits(git: GitAt, start: string, head: string | null): Promise<OwnCommit[]> {
  if (head === null || head === start) return []
  const format = `--format=${['%H', '%ct', '%s'].join('%x09')}`
  const range = ['--first-parent', `--max-count=${MOST}`, '--encoding=UTF-8', format, head, `^${start}`]
  const text = await git.line(['rev-list', ...range])
  const lines = text === '' ? [] : text.split('\n')
  // Git announces each with a line of its own.
  return lines.filter((line) => !/^commit [0-9a-f]+$/.test(line)).map(readCommit)
}

function readCommit(line: string): OwnCommit {
  const [hash = '', seconds = '', ...subject] = line.split(SEPARATOR)
  return { hash, at: Number(seconds) * 1_000, subject: subject.join(SEPARATOR) }
}
