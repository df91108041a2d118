// The other thread of the rescue: what reads and writes whole folders, so that the loop of the host stays free.
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { FailureError } from '../../../shared/contract/failure'
import { kindAt } from '../git/presence'
import { FOLDER_ROOT } from './archive-names'
import { failureOfDisk } from './disk-failure'
import { measureFolder } from './measure-folder'
import { removeVerified } from './remove-verified'
import { requireRemovable } from './require-removable'
import type { AnsweredRescue, AskedRescue, RescueTask } from './rescue-messages'
import { unpackArchive } from './unpack-archive'
import { verifyArchive } from './verify-archive'
import { writeArchive } from './write-archive'

parentPort?.on('message', async ({ id, task }: AskedRescue) => {
  let answered: AnsweredRescue
  try {
    answered = { id, bytes: await perform(task) }
  } catch (error) {
    const failure = error instanceof FailureError ? error.failure : failureOfDisk(error)
    answered = failure
      ? { id, failure }
      : { id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  parentPort?.postMessage(answered)
})

async function perform(task: RescueTask): Promise<number | null> {
  switch (task.kind) {
    case 'measure':
      return measureFolder(task.folder)
    case 'archive':
      return writeArchive(task.archive, task.roots)
    case 'verify':
      await verifyArchive(task.archive, FOLDER_ROOT, task.folder)
      return null
    case 'remove':
      return remove(task)
    case 'unpack':
      await unpackArchive(task.archive, task.targets)
      return null
  }
}

/** Looked at, compared and removed in one go, by one hand. Whoever asked learns whether anything may be gone when it fails. */
async function remove(task: Extract<RescueTask, { kind: 'remove' }>): Promise<number> {
  const { archive, folder, record, dataDir, partly } = task
  // All of it was removed, and only that was not noted any more.
  if (partly && (await kindAt(folder)) === null) return 0
  const verified = await untouched(async () => {
    await requireRemovable(record, dataDir, folder, partly)
    return verifyArchive(archive, FOLDER_ROOT, folder, partly)
  })
  return removeVerified(folder, verified, [`${basename(record.path)}/.git`, 'owner.json'])
}

async function untouched<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const failure = error instanceof FailureError ? error.failure : failureOfDisk(error)
    if (failure === null) throw error
    throw new FailureError(failure.code, failure.message, { ...failure, begun: false })
  }
}
