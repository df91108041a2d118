import { execFileSync } from 'node:child_process'
import type { TemporaryRepository } from '../../src/testing/temporary-repository'

/** Three hours before the pictures begin. */
const AT = '2026-12-01T11:00:00Z'

/** Gives the only commit of a repository the same time, and so the same name, in every run. */
export function dateCommit({ folder }: TemporaryRepository): void {
  execFileSync('git', ['commit', '--quiet', '--amend', '--no-edit', `--date=${AT}`], {
    cwd: folder,
    env: { ...process.env, GIT_COMMITTER_DATE: AT, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  })
}
