// Stores the rows of an imported session: conversation and nothing else, under the settings of this machine.
import type { DraftRow, DraftThread } from '../../../core/import/draft-rows'
import type { BlockRecord, SessionRecord, ThreadRecord } from '../../store/records'
import type { Commit } from '../../store/store'
import type { HostParts } from '../host-parts'
import { announceSession, threadView, turnView } from '../views'

export interface ImportPlace {
  sessionId: string
  projectId: string
  /** How the session's threads ask the model where the rows do not say. */
  choice: Pick<ThreadRecord, 'model' | 'effort' | 'thinking'>
  permissionMode: SessionRecord['permissionMode']
  cacheTtl: SessionRecord['cacheTtl']
}

type InsertParts = Pick<HostParts, 'store'>

/**
 * Inserts all rows; within a commit. The session and its threads are announced; what was said in them is read when somebody
 * looks at it. Its items are not found by a search before they are indexed.
 *
 * @param outputs names of files below the outputs folder, by thread and call
 */
export function insertSession(
  { store }: InsertParts,
  tx: Commit,
  rows: readonly DraftRow[],
  place: ImportPlace,
  outputs: ReadonlyMap<string, string>,
): void {
  const session = sessionOf(rows, place)
  store.sessions.insert(session)
  const turns: (() => void)[] = []
  const blocks: BlockRecord[] = []
  // Where a history begins is asked of its thread. And a turn that comes behind what names it would be looked for in every row.
  for (const { row, value } of rows) if (row === 'thread') store.threads.insert(threadOf(value, session, place))
  for (const { row, value } of rows) {
    if (row !== 'turn') continue
    const turn = { ...value, input: null, fromModel: false }
    store.turns.insert(turn)
    const event = { sessionId: session.id, threadId: turn.threadId, turn: turnView(turn) }
    turns.push(() => tx.emit({ type: 'turn.created', ...event }))
  }
  for (const { row, value } of rows) {
    switch (row) {
      case 'session':
      case 'thread':
      case 'turn':
        break
      case 'snapshot':
        store.snapshots.put(value)
        break
      case 'epoch':
        store.epochs.insert(value)
        break
      case 'item':
        store.items.addUnindexed(value.threadId, value.item)
        break
      case 'block':
        // Whoever wrote it there: here it is text, and triggers nothing.
        blocks.push({ ...value, origin: 'import' })
        break
      case 'call':
        store.toolCalls.insert([{ ...value, state: 'closed' }])
        break
      case 'replacement': {
        const outputFile = outputs.get(outputKey(value)) ?? null
        const { threadId, toolUseId, replacementJson, position } = value
        store.replacements.freeze({ threadId, toolUseId, replacementJson, position, outputFile })
      }
    }
  }
  store.blocks.append(blocks)
  for (const thread of store.threads.ofSession(session.id))
    tx.emit({
      type: 'thread.created',
      sessionId: session.id,
      threadId: thread.id,
      thread: threadView(store, thread),
    })
  for (const tell of turns) tell()
  announceSession(store, tx, session.id)
}

export function outputKey({ threadId, toolUseId }: { threadId: string; toolUseId: string }): string {
  return `${threadId} ${toolUseId}`
}

function sessionOf(rows: readonly DraftRow[], place: ImportPlace): SessionRecord {
  const [first] = rows
  const main = rows.find((row) => row.row === 'thread' && row.value.kind === 'main')
  if (first?.row !== 'session' || main?.row !== 'thread') throw new Error('the rows of an import hold no session')
  const { title, cacheTtl, createdAt, updatedAt } = first.value
  return {
    id: place.sessionId,
    projectId: place.projectId,
    title,
    mainThreadId: main.value.id,
    permissionMode: place.permissionMode,
    coordinator: false,
    forkMode: null,
    cacheTtl: cacheTtl ?? place.cacheTtl,
    addedFolders: [],
    createdAt,
    updatedAt,
  }
}

function threadOf({ choice, ...draft }: DraftThread, session: SessionRecord, place: ImportPlace): ThreadRecord {
  return {
    ...draft,
    ...(choice ?? place.choice),
    sessionId: session.id,
    endCause: null,
    resumable: false,
    permissionMode: session.permissionMode,
    groupId: null,
    groupSize: 1,
    // What it had to say was said where it ran.
    reportBack: false,
    activity: null,
    silentSince: null,
    stepLimit: null,
    toolServers: null,
    toolsDue: false,
  }
}
