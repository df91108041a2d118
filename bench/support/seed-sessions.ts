// Owns filling a data folder with finished sessions, through the store's own tables.
import { mkdirSync } from 'node:fs'
import { directiveText } from '../../src/core/fork/child-instruction'
import { personForkMessage } from '../../src/core/fork/plan-fork'
import { cloneEpoch, insertFirstEpoch } from '../../src/main/services/turn/epochs'
import { announceSession, announceThread, threadView } from '../../src/main/services/views'
import type { EpochRecord, ProjectRecord, ThreadRecord, TurnRecord } from '../../src/main/store/records'
import type { Commit } from '../../src/main/store/store'
import { aProject, aSession, aThread } from '../../src/testing/records'
import { type SeedParts, withSeedParts } from './seed-parts'
import { personWords, seedTurn, type TurnShape } from './seed-turn'
import { prose } from './words'
import { plainProject } from './workspace'

/** How many turns one transaction stores: each by itself would wait for the disk as often. */
const TURNS_PER_COMMIT = 200

/** What one turn of work adds to a request, and what the system prompt and the tools of ours take, as the simulator counts. */
const TURN_TOKENS = 730
const HEAD_TOKENS = 3_860

/** How many turns of work make a request of about so many tokens. */
export function turnsFor(tokens: number): number {
  return Math.round((tokens - HEAD_TOKENS) / TURN_TOKENS)
}

export interface SessionToSeed {
  /** Turns of the main thread. */
  turns: number
  /** How many forks leave it, from turns at even distances. */
  forks: number
  shape?: TurnShape
  /** Characters of output a person sees of each call; about 700 where nothing is said. */
  outputChars?: number
}

export interface DataFolderToSeed {
  dataDir: string
  /** The project lies in it. */
  workspace: string
  sessions: readonly SessionToSeed[]
}

export interface SeededSession {
  sessionId: string
  threadId: string
  title: string
}

/** Stores the sessions and answers them in order. */
export async function seedSessions(seed: DataFolderToSeed): Promise<SeededSession[]> {
  const folder = plainProject(seed.workspace)
  mkdirSync(seed.dataDir, { recursive: true, mode: 0o700 })
  return withSeedParts(seed.dataDir, folder, (parts) => {
    const project = aProject({ id: parts.ids.next('project'), realPath: folder, name: 'project', isGit: false })
    parts.store.commit(() => parts.store.projects.insert(project))
    return seed.sessions.map((session, n) => seedSession(parts, project, session, `Seeded session ${n + 1}`))
  })
}

function seedSession(parts: SeedParts, project: ProjectRecord, seed: SessionToSeed, title: string): SeededSession {
  const { store, ids, clock } = parts
  const threadId = ids.next('thread')
  const session = aSession({ id: ids.next('session'), projectId: project.id, mainThreadId: threadId, title })
  const at = clock.now()
  const main = aThread({ id: threadId, sessionId: session.id, title: 'Main', createdAt: at })
  const epoch = store.commit((tx) => {
    store.sessions.insert({ ...session, permissionMode: 'bypassPermissions', createdAt: at, updatedAt: at })
    store.threads.insert({ ...main, permissionMode: 'bypassPermissions' })
    tx.emit({ type: 'thread.created', sessionId: session.id, threadId, thread: threadView(store, main) })
    announceSession(store, tx, session.id)
    return insertFirstEpoch(parts, main, { place: parts.place, types: [], served: [] }).epoch
  })
  const turns = seedTurns(parts, main, epoch, seed)
  for (let fork = 1; fork <= seed.forks; fork++) {
    const from = turns[Math.floor((fork * turns.length) / (seed.forks + 1))]
    if (from) store.commit((tx) => seedFork(parts, tx, main, from, `Look into part ${fork} and report what fails`))
  }
  return { sessionId: session.id, threadId, title }
}

function seedTurns(parts: SeedParts, thread: ThreadRecord, epoch: EpochRecord, seed: SessionToSeed): TurnRecord[] {
  const turns: TurnRecord[] = []
  while (turns.length < seed.turns)
    parts.store.commit((tx) => {
      const end = Math.min(seed.turns, turns.length + TURNS_PER_COMMIT)
      while (turns.length < end) {
        const shown = seed.shape === 'talk' ? prose(turns.length, 50) : prose(turns.length, 140)
        const opening = [personWords(shown)]
        turns.push(seedTurn(parts, tx, { ...seed, thread, epoch, shape: seed.shape ?? 'work', shown, opening }))
      }
      announceThread(parts.store, tx, thread.id)
    })
  return turns
}

/** A worker that left from a turn, did one turn of work and is done. */
function seedFork(parts: SeedParts, tx: Commit, parent: ThreadRecord, from: TurnRecord, directive: string): void {
  const { store, ids, clock } = parts
  const position = from.forkPosition ?? 0
  const last = store.blocks.at(parent.id, position - 1)
  const at = clock.now()
  const fork = aThread({
    id: ids.next('thread'),
    sessionId: parent.sessionId,
    parentId: parent.id,
    title: directive,
    directive,
    branchTurnId: from.id,
    branchPosition: position,
    branchMessage: (last?.message ?? -1) + 1,
    branchLink: last?.link ?? null,
    state: 'done',
    steps: 2,
    groupId: ids.next('group'),
    createdAt: at,
    endedAt: at,
  })
  store.threads.insert(fork)
  cloneEpoch(parts, parent.id, fork.id, position)
  const epoch = store.epochs.current(fork.id)
  if (!epoch) throw new Error(`no epoch for ${fork.id}`)
  const { sessionId, id: threadId } = fork
  tx.emit({ type: 'thread.created', sessionId, threadId, thread: threadView(store, fork) })
  const folder = store.projects.get(store.sessions.get(sessionId)?.projectId ?? '')?.realPath ?? ''
  const text = directiveText(directive, directive, { isolation: 'none', parentFolder: folder, folder, branch: null })
  seedTurn(parts, tx, { thread: fork, epoch, shape: 'work', shown: directive, opening: personForkMessage([], text) })
}
