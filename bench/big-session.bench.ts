// Opening a session of 1,000 turns with 50 forks, and one of 10,000 with 500: over the socket, and in the page.
import { join } from 'node:path'
import { type AppProcess, startApp } from './support/app-process'
import { openSessionInPage, type PageOpening, withBrowser } from './support/browser'
import type { HostClient } from './support/host-client'
import { bytes, count, heading, median, ms, note, spread, table } from './support/report'
import { type SeededSession, type SessionToSeed, seedSessions } from './support/seed-sessions'
import { withWorkspace } from './support/workspace'

const CALLS = 7
const OPENINGS = 3
const LARGE = { turns: 1_000, forks: 50 }
const HUGE = { turns: 10_000, forks: 500 }
/** Beside the large one in the page: what opening any session takes. */
const SMALL = { turns: 10, forks: 1 }

/** Prints the tables. */
export async function main(): Promise<void> {
  heading('Opening a large session')
  const large = await withApp([LARGE, SMALL], async (app, [session, small]) => ({
    rows: await overSocket(app, session, LARGE),
    pages: [pageRow(LARGE, await inPage(app, session)), pageRow(SMALL, await inPage(app, small))],
  }))
  const huge = await withApp([HUGE], (app, [session]) => overSocket(app, session, HUGE))
  table(['over the WebSocket', 'first', `median of ${CALLS} more`, 'spread', 'answer'], [...large.rows, ...huge])
  note('From the frame leaving the client until its answer is parsed; “first” is the first call in a fresh process.')
  table(
    [
      'in Chromium, click on Home to …',
      'first rows painted',
      'their words painted',
      'DOM nodes',
      'most while scrolling',
    ],
    large.pages,
  )
  note(`Medians of ${OPENINGS}, each in a new window of 1440 × 900. Nodes are those of the whole document.`)
}

async function withApp<T>(
  sessions: readonly SessionToSeed[],
  measure: (app: AppProcess, seeded: SeededSession[]) => Promise<T>,
): Promise<T> {
  return withWorkspace(async (workspace) => {
    const dataDir = join(workspace, 'data')
    const seeded = await seedSessions({ dataDir, workspace, sessions })
    const app = await startApp({ dataDir })
    try {
      return await measure(app, seeded)
    } finally {
      await app.stop()
    }
  })
}

const nameOf = ({ turns, forks }: SessionToSeed) => `${count(turns)} turns, ${forks} ${forks === 1 ? 'fork' : 'forks'}`

async function overSocket(
  app: AppProcess,
  session: SeededSession | undefined,
  size: SessionToSeed,
): Promise<string[][]> {
  if (!session) throw new Error('the session was not seeded')
  const { sessionId, threadId } = session
  const client = await app.connect()
  const rows = [
    await timed(client, 'session.read', () => client.call('session.read', { sessionId })),
    await timed(client, 'first thread.read (50 turns)', () => client.call('thread.read', { threadId, limit: 50 })),
    await timed(client, 'request.list of the main thread', () => client.call('request.list', { threadId })),
    await timed(client, 'session.list (Home)', () => client.call('session.list', {})),
  ]
  client.close()
  return rows.map(([name, ...cells]) => [`${nameOf(size)}: ${name}`, ...cells])
}

async function timed(client: HostClient, name: string, call: () => Promise<unknown>): Promise<string[]> {
  const times: number[] = []
  for (let run = 0; run <= CALLS; run++) {
    const begun = performance.now()
    await call()
    times.push(performance.now() - begun)
  }
  const [first = 0, ...later] = times
  return [name, ms(first), ms(median(later)), spread(later), bytes(client.lastAnswerChars)]
}

async function inPage(app: AppProcess, session: SeededSession | undefined): Promise<PageOpening[]> {
  if (!session) throw new Error('the session was not seeded')
  return withBrowser(async (browser) => {
    const openings: PageOpening[] = []
    for (let n = 0; n < OPENINGS; n++) openings.push(await openSessionInPage(browser, app.address, session.title))
    return openings
  })
}

function pageRow(size: SessionToSeed, openings: readonly PageOpening[]): string[] {
  const middle = (of: (opening: PageOpening) => number) => median(openings.map(of))
  return [
    nameOf(size),
    ms(middle(({ rowsMs }) => rowsMs)),
    ms(middle(({ wordsMs }) => wordsMs)),
    count(middle(({ nodes }) => nodes)),
    count(Math.max(...openings.map(({ mostNodes }) => mostNodes))),
  ]
}
