// What the store keeps in memory is what is stored, whatever is written, read in the middle of it, and rolled back.
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { NO_USAGE } from '../../shared/domain/units'
import { aBlock, anEpoch, aProject, aRequest, aSession, aSnapshot, aThread, aTurn, testId } from '../../testing/records'
import { temporaryFolder } from '../../testing/temporary-store'
import { openAncestry } from './ancestry'
import { type Commit, openCommits, type RunCommit } from './commit'
import { type Connection, SkippedRows, WriteGate } from './connection'
import { openEventLog } from './event-log'
import { openDatabase } from './open-database'
import { Publisher } from './publisher'
import { openBlocks } from './tables/blocks'
import { KeptBlocks } from './tables/kept-blocks'
import { openTables, type Tables } from './tables/tables'

/** One write; `pick` chooses among what there is. */
interface Write {
  kind: 'fork' | 'blocks' | 'state' | 'touch' | 'request' | 'answer' | 'epoch' | 'snapshot' | 'setting' | 'clash'
  pick: number
}

/** Writes of one transaction, what is read in the middle of it, and how it ends. */
interface Transaction {
  writes: Write[]
  reads: boolean
  ends: 'well' | 'with an error' | 'against a foreign key' | 'on a full disk' | 'in its last event'
}

const write = fc.record<Write>({
  kind: fc.constantFrom(
    'fork',
    'blocks',
    'state',
    'touch',
    'request',
    'answer',
    'epoch',
    'snapshot',
    'setting',
    'clash',
  ),
  pick: fc.nat(1000),
})
const transaction = fc.record<Transaction>({
  writes: fc.array(write, { minLength: 1, maxLength: 5 }),
  reads: fc.boolean(),
  ends: fc.constantFrom(
    'well',
    'well',
    'with an error',
    'against a foreign key',
    'on a full disk',
    'in its last event',
  ),
})

/** Characters of blocks that are kept: so few that most threads are forgotten and read again, or as many as there are. */
const mostChars = fc.constantFrom(400, 1_000_000)

class Life {
  /** Every thread there ever was, also those whose commit failed. */
  private readonly threadIds: string[] = []
  private readonly sessionId: string
  private readonly turnIds = new Map<string, string>()
  private readonly gate = new WriteGate()
  private readonly tables: Tables
  private readonly commit: RunCommit

  constructor(
    private readonly db: Database,
    mostChars: number,
  ) {
    const connection: Connection = { db, gate: this.gate, skipped: new SkippedRows() }
    const blocks = openBlocks(connection, openAncestry(connection), new KeptBlocks(mostChars))
    this.tables = { ...openTables(connection), blocks }
    this.commit = openCommits(connection, openEventLog(connection), new Publisher(() => {}))
    this.sessionId = this.begin(this.tables)
  }

  /** Runs one transaction, and compares what is kept with what is stored. */
  live({ writes, reads, ends }: Transaction): void {
    const pages = Number(this.db.pragma('page_count', { simple: true }))
    if (ends === 'on a full disk') this.db.pragma(`max_page_count = ${pages}`)
    const run = () =>
      this.commit((tx) => {
        for (const each of writes) {
          this.write(each)
          if (reads) this.compare()
        }
        this.fail(tx, ends)
      })
    if (ends === 'well') run()
    else expect(run).toThrow()
    this.db.pragma('max_page_count = 1073741823')
    this.compare()
  }

  private compare(): void {
    const fresh = openTables({ db: this.db, gate: new WriteGate(), skipped: new SkippedRows() })
    expect(this.everything(this.tables)).toEqual(this.everything(fresh))
  }

  private begin({ projects, sessions, threads, turns, snapshots, epochs }: Tables): string {
    const project = aProject()
    const main = testId('thread')
    const session = aSession({ projectId: project.id, mainThreadId: main })
    const turn = aTurn({ threadId: main })
    this.commit(() => {
      projects.insert(project)
      sessions.insert(session)
      threads.insert(aThread({ id: main, sessionId: session.id }))
      turns.insert(turn)
      snapshots.put(aSnapshot())
      epochs.insert(anEpoch({ threadId: main }))
    })
    this.threadIds.push(main)
    this.turnIds.set(main, turn.id)
    return session.id
  }

  private write({ kind, pick }: Write): void {
    const { tables } = this
    const there = this.threadIds.filter((id) => tables.threads.get(id))
    const threadId = there[pick % there.length] ?? ''
    const turnId = this.turnIds.get(threadId) ?? ''
    const { threads, epochs, requests } = tables
    if (kind === 'fork') this.fork(tables, threadId, pick)
    if (kind === 'blocks') this.append(tables, threadId, turnId, 1 + (pick % 4))
    if (kind === 'state') threads.update(threadId, { steps: pick, title: `Title ${pick}` })
    if (kind === 'touch') tables.sessions.touch(this.sessionId, pick)
    if (kind === 'epoch') epochs.insert(anEpoch({ threadId, n: epochs.nextN(threadId), startPosition: pick % 9 }))
    if (kind === 'snapshot') tables.snapshots.put(aSnapshot({ id: `snapshot ${pick % 5}`, createdAt: pick }))
    if (kind === 'setting') tables.settings.write({ theme: pick })
    if (kind === 'request') {
      const epochId = epochs.current(threadId)?.id ?? epochs.current(this.threadIds[0] ?? '')?.id ?? ''
      const n = requests.nextN(threadId)
      requests.insert(
        aRequest({ threadId, turnId, epochId, n, endPosition: pick % 9, endedAt: null, firstEventAt: null }),
      )
    }
    const last = requests.last(threadId)
    const usage = { ...NO_USAGE, input: pick }
    if (kind === 'answer' && last) requests.finish(last.id, { firstEventAt: pick, endedAt: pick, usage })
    // A write that is refused, and a commit that goes on nevertheless.
    if (kind === 'clash') expect(() => threads.insert(aThread({ id: threadId, sessionId: this.sessionId }))).toThrow()
  }

  private fork({ threads, turns, blocks }: Tables, parentId: string, pick: number): void {
    const id = testId('thread')
    const branchPosition = pick % (blocks.count(parentId) + 1)
    const turn = aTurn({ threadId: id })
    threads.insert(aThread({ id, sessionId: this.sessionId, parentId, branchPosition }))
    turns.insert(turn)
    this.threadIds.push(id)
    this.turnIds.set(id, turn.id)
  }

  private append({ blocks }: Tables, threadId: string, turnId: string, count: number): void {
    const end = blocks.count(threadId)
    blocks.append(
      Array.from({ length: count }, (_, n) => aBlock({ threadId, turnId, position: end + n, link: testId('item') })),
    )
  }

  private fail(tx: Commit, ends: Transaction['ends']): void {
    const { items, requests } = this.tables
    const [main = ''] = this.threadIds
    const turnId = this.turnIds.get(main) ?? ''
    if (ends === 'with an error') throw new Error('a bug')
    if (ends === 'against a foreign key')
      requests.insert(aRequest({ threadId: main, turnId, epochId: 'nowhere', n: requests.nextN(main) }))
    if (ends === 'on a full disk') {
      const item = { id: testId('item'), turnId, at: 1, kind: 'text' as const, text: 'x'.repeat(2_000_000) }
      items.add(main, item)
    }
    if (ends === 'in its last event')
      tx.emitLast('last', () => {
        throw new Error('a bug')
      })
  }

  private everything({ sessions, threads, blocks, epochs, requests, snapshots, settings }: Tables) {
    const ofThread = (id: string) => ({
      thread: threads.get(id),
      children: threads.children(id),
      ancestors: threads.ancestors(id),
      count: blocks.count(id),
      history: blocks.history(id),
      own: blocks.own(id),
      last: blocks.last(id),
      part: blocks.history(id, 2, Math.min(5, blocks.count(id))),
      epochs: epochs.ofThread(id),
      epoch: epochs.current(id),
      requests: requests.ofThread(id),
      lastAnswered: requests.lastAnswered(id, 6),
      sum: requests.sumOfThread(id),
    })
    return {
      session: sessions.get(this.sessionId),
      listed: sessions.list(),
      threads: threads.ofSession(this.sessionId),
      sums: requests.sums(this.sessionId),
      unfinished: requests.unfinished(),
      settings: settings.readAll(),
      snapshots: Array.from({ length: 5 }, (_, n) => snapshots.get(`snapshot ${n}`)),
      each: this.threadIds.map(ofThread),
    }
  }
}

test('reads answer what is stored, within every commit and after it, also after one that failed', () => {
  const db = openDatabase(join(temporaryFolder(), 'tine.db'))
  onTestFinished(() => void db.close())
  fc.assert(
    fc.property(mostChars, fc.array(transaction, { minLength: 1, maxLength: 8 }), (chars, transactions) => {
      const life = new Life(db, chars)
      for (const each of transactions) life.live(each)
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 10) },
  )
}, 60_000)
