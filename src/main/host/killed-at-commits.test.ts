// Killed between any two commits of a launch: what was committed is whole, and everything can go on to its end.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { LIVE_STATES } from '../../shared/domain/live-states'
import { call, firstOf, reply, scriptByDirective, text, thinking } from '../../simulator/script/builders'
import { readLastUser } from '../../simulator/script/conversation'
import { converse } from '../../testing/conversation'
import { temporaryFolder } from '../../testing/temporary-store'
import { startTestHost, type TestClient } from '../../testing/test-host'

const FORKS = 3
/** Moments of one life that are lived on from; `PROPERTY_RUNS=1000` takes every one. */
const MOMENTS = Number(process.env.PROPERTY_RUNS ?? 6)

const agent = (n: number) => call('Agent', { description: `Task ${n}`, prompt: `Do task ${n}.`, isolation: 'none' })

/** The parent forks once; each fork reads a file and reports. Everything follows from the request alone. */
const script = firstOf(
  scriptByDirective([
    {
      match: /Do task/,
      script: ({ lastUser }) =>
        lastUser.toolResults.length > 0 && lastUser.toolResults.length < FORKS
          ? reply(text('Read. Done.'))
          : reply(thinking('Let me look.'), call('read', { file_path: 'a.txt' })),
    },
  ]),
  (ctx) =>
    readLastUser(ctx.body).texts.some((said) => said.startsWith('Fork'))
      ? reply(text('I fork.'), ...Array.from({ length: FORKS }, (_, n) => agent(n)))
      : reply(text('Noted.')),
)

/** Keeps the files of a database as they are after each of its commits: what a kill at that moment would leave. */
function photographCommits(of: string): string[] {
  const photographs: string[] = []
  const into = temporaryFolder()
  const { prepare } = Database.prototype
  onTestFinished(() => {
    Database.prototype.prepare = prepare
  })
  function photograph(): void {
    const folder = join(into, String(photographs.length))
    mkdirSync(folder)
    for (const name of ['tine.db', 'tine.db-wal'])
      if (existsSync(join(of, name))) copyFileSync(join(of, name), join(folder, name))
    photographs.push(folder)
  }
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    const statement = (prepare as (sql: string) => Database.Statement<[]>).call(this, sql)
    if (sql !== 'COMMIT' || this.name !== join(of, 'tine.db')) return statement
    const run = statement.run.bind(statement)
    return Object.assign(statement, {
      run: () => {
        const done = run()
        photograph()
        return done
      },
    })
  } as typeof prepare
  return photographs
}

interface Row {
  [column: string]: string | number | null
}

/** Asks the database itself, beside the host that has it open. */
function rowsOf(dataDir: string, sql: string): Row[] {
  const db = new Database(join(dataDir, 'tine.db'), { readonly: true })
  try {
    return db.prepare<[], Row>(sql).all()
  } finally {
    db.close()
  }
}

/** A call that says that a fork was started has started exactly one, and no other call has. */
function expectLaunchWhole(dataDir: string): void {
  const calls = rowsOf(dataDir, "SELECT tool_use_id AS id, result_json AS result FROM tool_calls WHERE name = 'Agent'")
  const forks = rowsOf(dataDir, 'SELECT spawn_tool_use_id AS id FROM threads WHERE spawn_tool_use_id IS NOT NULL')
  const started = calls.filter(({ result }) => String(result).includes('was started in the background'))
  expect(forks.map(({ id }) => id).sort()).toEqual(started.map(({ id }) => id).sort())
}

/** Nothing is said to run that does not, and every call has its answer. */
function expectAtRest(dataDir: string): void {
  const states = rowsOf(dataDir, 'SELECT state FROM threads').map(({ state }) => state)
  expect(states.filter((state) => LIVE_STATES.has(state as 'idle'))).toEqual([])
  expect(rowsOf(dataDir, "SELECT * FROM tool_calls WHERE state <> 'closed'")).toEqual([])
  expect(rowsOf(dataDir, "SELECT * FROM turns WHERE state = 'running'")).toEqual([])
  // What was said and never sent is offered to be taken up.
  const waiting =
    "SELECT * FROM turns JOIN threads ON threads.id = thread_id WHERE turns.state = 'queued' AND NOT resumable"
  expect(rowsOf(dataDir, waiting)).toEqual([])
  expect(rowsOf(dataDir, 'SELECT * FROM runs WHERE ended_at IS NULL')).toEqual([])
  expect(rowsOf(dataDir, 'SELECT * FROM requests WHERE ended_at IS NULL')).toEqual([])
}

async function threadsOf(client: TestClient, sessionId: string) {
  return (await client.call('session.read', { sessionId })).threads
}

/** Takes up whatever can be taken up, until nothing can any more. */
async function liveOn(client: TestClient, sessionId: string): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    const threads = await threadsOf(client, sessionId)
    const resumable = threads.find(({ state, resumable }) => resumable && !LIVE_STATES.has(state))
    quiet = threads.some(({ state }) => LIVE_STATES.has(state)) || resumable ? 0 : quiet + 1
    if (resumable) await client.call('thread.resume', { threadId: resumable.id })
    for (const { id, state } of await threadsOf(client, sessionId))
      if (LIVE_STATES.has(state))
        await client.until(() => {
          const now = client.thread(id)?.state
          return now !== undefined && !LIVE_STATES.has(now)
        }, `${id} at rest (${state})`)
  }
}

/** Every fork has reported once, and what it reported is told to its parent once. */
function expectReportedOnce(dataDir: string, moment: string): void {
  const forks = rowsOf(dataDir, 'SELECT id FROM threads WHERE spawn_tool_use_id IS NOT NULL')
  const told = rowsOf(dataDir, "SELECT json FROM blocks WHERE json LIKE '%<task-notification>%'").map(({ json }) =>
    String(json),
  )
  for (const { id } of forks) {
    const reports = rowsOf(dataDir, `SELECT status, delivered_at FROM notifications WHERE from_thread_id = '${id}'`)
    expect({ moment, reports: reports.map(({ status }) => status) }).toEqual({ moment, reports: ['completed'] })
    expect({ moment, told: told.filter((json) => json.includes(String(id))).length }).toEqual({ moment, told: 1 })
  }
}

test('killed after any commit of a launch, what is stored is whole, and all of it goes on to its end', async () => {
  const first = await startTestHost({ simulator: { script } })
  await first.host.close()
  const photographs = photographCommits(first.dataDir)
  const talk = await converse(script, { files: { 'a.txt': 'one\n' }, config: { dataDir: first.dataDir } })
  const { client, sessionId, threadId, simulator } = talk
  const begun = photographs.length
  await client.call('turn.send', { threadId, text: 'Fork.' })
  await liveOn(client, sessionId)
  expectReportedOnce(first.dataDir, 'the life itself')
  await talk.host.close()

  const moments = photographs.slice(begun)
  const step = Math.max(1, moments.length / MOMENTS)
  const chosen = Array.from({ length: Math.min(MOMENTS, moments.length) }, (_, n) =>
    Math.floor((n + Math.random()) * step),
  )
  for (const n of chosen) await liveOnFrom(moments[n] ?? '', `commit ${n} of ${moments.length}`)
  expect(simulator.requests.filter(({ status }) => status === 400)).toEqual([])

  async function liveOnFrom(dataDir: string, moment: string): Promise<void> {
    const after = await startTestHost({ config: { dataDir }, env: { ANTHROPIC_BASE_URL: simulator.url } })
    expectLaunchWhole(dataDir)
    expectAtRest(dataDir)
    await after.client.call('session.subscribe', { sessionId })
    await liveOn(after.client, sessionId)
    // Nothing runs by itself after a crash: what waits for the parent goes with the person's next words.
    await after.client.call('turn.send', { threadId, text: 'Go on.' })
    await liveOn(after.client, sessionId)
    expectLaunchWhole(dataDir)
    expectAtRest(dataDir)
    expectReportedOnce(dataDir, moment)
    // Each is rebuilt, and its hash compared.
    for (const { id } of rowsOf(dataDir, 'SELECT id FROM requests'))
      await after.client.call('request.read', { requestId: String(id) })
    await after.host.close()
  }
}, 120_000)
