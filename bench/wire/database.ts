// Figure: what a fork adds to the database, by the length of what it inherits: a constant, since history is shared and not copied.
import { join } from 'node:path'
import { reply } from '../../src/simulator/script/builders'
import { startSimulator } from '../../src/simulator/start-simulator'
import { startApp } from '../support/app-process'
import { type DatabaseSize, databaseSize, growth } from '../support/database-size'
import type { Detail, Findings, Row } from '../support/figure'
import { REPORT } from '../support/parser-model'
import { bytes, count, median, ms } from '../support/report'
import { seedSessions } from '../support/seed-sessions'
import { withWorkspace } from '../support/workspace'

const PARENT_MESSAGES = [10, 1_000, 10_000]
/** What a fork may add, and how far two sessions may differ in it: a page of SQLite. */
const MOST_BYTES = 32 * 1024
const PAGE_BYTES = 4096
const GROUPS = 5
const GROUP = 10
const FORKS = GROUPS * GROUP

interface Measured {
  messages: number
  /** The database before the forks. */
  before: DatabaseSize
  added: DatabaseSize
  startMs: number[]
  wallMs: number
}

/** Measures forks of a short, a long and a very long session. */
export async function database(): Promise<Findings> {
  const measured: Measured[] = []
  for (const messages of PARENT_MESSAGES) measured.push(await measure(messages))
  const [short, long] = [measured[0], measured.at(-1)]
  if (!short || !long) throw new Error('nothing was measured')
  return { rows: rowsFor(short, long), details: [growthTable(measured), tablesOf(long)] }
}

function rowsFor(short: Measured, long: Measured): Row[] {
  const [few, many] = [perFork(short), perFork(long)]
  const blocks = ({ added }: Measured) => (added.tables.get('blocks')?.rows ?? 0) / FORKS
  return [
    {
      figure: `database per fork of a session of ${count(long.messages)} messages`,
      toReach: `≤ ${bytes(MOST_BYTES)}`,
      measured: bytes(many),
      reached: many <= MOST_BYTES,
    },
    {
      figure: `the same as of a session of ${count(short.messages)} messages`,
      toReach: 'as many blocks, bytes within a page',
      measured: `${blocks(long).toFixed(1)} and ${blocks(short).toFixed(1)} blocks; ${bytes(many)} and ${bytes(few)}`,
      reached: blocks(long) === blocks(short) && Math.abs(many - few) <= PAGE_BYTES,
    },
  ]
}

function perFork({ added }: Measured): number {
  return added.fileBytes / FORKS
}

function growthTable(measured: readonly Measured[]): Detail {
  return {
    header: [
      'parent',
      'database before',
      'rows per fork',
      'bytes per fork',
      '`fork.start` of 10',
      `${FORKS} forks done in`,
    ],
    rows: measured.map((each) => [
      `${count(each.messages)} messages`,
      bytes(each.before.fileBytes),
      (rowsOf(each.added) / FORKS).toFixed(1),
      bytes(perFork(each)),
      ms(median(each.startMs)),
      `${(each.wallMs / 1000).toFixed(1)} s`,
    ]),
    note: `Growth of the file over ${FORKS} forks in groups of ${GROUP} (isolation none, one request each, through \`fork.start\` and the simulator), the log checkpointed and closed, divided by ${FORKS}. How many events tell of a fork, and how the search index merges, depends on timing. Median of ${GROUPS} answers to \`fork.start\`.`,
  }
}

async function measure(messages: number): Promise<Measured> {
  return withWorkspace(async (workspace) => {
    const dataDir = join(workspace, 'data')
    const [session] = await seedSessions({
      dataDir,
      workspace,
      sessions: [{ turns: messages / 2, forks: 0, shape: 'talk' }],
    })
    if (!session) throw new Error('nothing was seeded')
    const simulator = await startSimulator({ script: () => reply(REPORT), keepRequests: 1 })
    try {
      // One start without forks, so that what a start itself stores is not counted.
      await (await startApp({ dataDir, providerUrl: simulator.url })).stop()
      const before = databaseSize(dataDir)
      const app = await startApp({ dataDir, providerUrl: simulator.url })
      const client = await app.connect()
      await client.follow(session.sessionId)
      const startMs: number[] = []
      const begun = performance.now()
      for (let group = 0; group < GROUPS; group++) {
        const directives = Array.from({ length: GROUP }, (_, n) => `Look into part ${group * GROUP + n} and report.`)
        const asked = performance.now()
        const order = { threadId: session.threadId, directives, isolation: 'none' as const }
        const { threadIds } = await client.call('fork.start', order)
        startMs.push(performance.now() - asked)
        await client.atRest(threadIds)
      }
      const wallMs = performance.now() - begun
      client.close()
      await app.stop()
      return { messages, before, added: growth(before, databaseSize(dataDir)), startMs, wallMs }
    } finally {
      await simulator.close()
    }
  })
}

function rowsOf(size: DatabaseSize): number {
  return [...size.tables.values()].reduce((sum, { rows }) => sum + rows, 0)
}

function tablesOf({ messages, added }: Measured): Detail {
  const tables = [...added.tables].sort(([, a], [, b]) => b.bytes - a.bytes)
  return {
    header: [`per fork of ${count(messages)} messages`, 'rows', 'bytes'],
    rows: tables.map(([name, size]) => [name, (size.rows / FORKS).toFixed(1), bytes(size.bytes / FORKS)]),
    note: 'Pages of a table and its indices; whole pages, so a small table counts at most one page of 4 KiB too many.',
  }
}
