import type { SurveyedRepository } from '../../services/ports/git'
import { PRIVATE_REFS } from './private-refs'
import { listRegistrations, realPathOrNull } from './registration'
import { repositoryGit } from './worktree-git'

/** Every linked worktree a repository knows, and every ref of ours; null where the repository is gone. */
export async function surveyRepository(commonDir: string): Promise<SurveyedRepository | null> {
  if ((await realPathOrNull(commonDir)) !== commonDir) return null
  const [registrations, refs] = await Promise.all([
    listRegistrations(commonDir),
    repositoryGit(commonDir).line(['for-each-ref', '--format=%(refname)', PRIVATE_REFS]),
  ])
  return { commonDir, registrations, refs: refs === '' ? [] : refs.split('\n') }
}
