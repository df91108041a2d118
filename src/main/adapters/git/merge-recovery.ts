// What the start makes of a merge that was cut off: finished where its commit was in the branch, else undone.
import type { MergeRecovery } from '../../services/ports/merge'
import { plainGitAt } from './git-at'
import { isCarriedOut, takeBack } from './merge-apply'
import { type MergeJournal, openJournals, removeStage } from './merge-journal'
import { kindAt } from './presence'

/**
 * As promised by the port.
 *
 * @param commonDir only merges of this repository
 */
export async function recoverMerges(dataDir: string, commonDir?: string): Promise<MergeRecovery[]> {
  const recovered: MergeRecovery[] = []
  for (const { stage, journal } of await openJournals(dataDir)) {
    if (journal === null && commonDir === undefined) await removeStage(stage)
    if (journal === null || (commonDir !== undefined && journal.commonDir !== commonDir)) continue
    recovered.push(await recoverMerge(stage, journal))
  }
  return recovered
}

async function recoverMerge(stage: string, journal: MergeJournal): Promise<MergeRecovery> {
  const { threadId, folder, gitDir } = journal
  if ((await kindAt(folder)) !== 'folder' || (await kindAt(gitDir)) !== 'folder')
    return { threadId, folder, outcome: 'left', notes: ['The folder is not there.'] }
  // Neither undoing nor finishing runs a filter: the bytes lie beside the journal.
  const git = plainGitAt({ cwd: folder, gitDir, workTree: folder })
  const finished = await isCarriedOut(git, stage, journal)
  const notes = finished ? [] : await takeBack(git, stage, journal)
  await removeStage(stage)
  return { threadId, folder, outcome: finished ? 'finished' : 'undone', notes }
}
