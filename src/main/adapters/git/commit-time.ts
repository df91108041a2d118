import type { EpochMs } from '../../../shared/domain/units'
import type { GitAt } from './git-at'

/**
 * When a commit was made, from the object itself: `git log` would honour configuration that starts programs (signature
 * checks).
 */
export async function commitTimeOf(git: GitAt, commit: string): Promise<EpochMs> {
  const { stdout } = await git.run(['cat-file', 'commit', commit])
  const text = stdout.toString('utf8')
  const header = text.slice(0, text.indexOf('\n\n'))
  const seconds = /^committer .* (\d+) [+-]\d{4}$/m.exec(header)?.[1]
  return Number(seconds ?? 0) * 1_000
}
