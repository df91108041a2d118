// A bundle comes from anywhere: what is not right in it is refused as a whole, and what it claims decides nothing here.
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { validateRequest } from '../../core/wire/validate'
import { call, reply, scriptByTurn, text } from '../../simulator/script/builders'
import { bundleLines, packBundle } from '../../testing/bundle-text'
import { temporaryFolder } from '../../testing/temporary-store'
import { openSession, startTestHost, type TestClient } from '../../testing/test-host'

interface Row {
  row: string
  value: Record<string, unknown>
}

let exported: Promise<string[]> | null = null

/** The lines of a bundle as the app writes it, without its end; written once. */
function bundle(): Promise<string[]> {
  exported ??= exportOne()
  return exported
}

async function exportOne(): Promise<string[]> {
  const { client, simulator } = await startTestHost()
  simulator.script(scriptByTurn([reply(text('A.'), call('read', { file_path: 'a.txt' })), reply(text('B.'))]))
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'a.txt'), 'a\n')
  const { sessionId, threadId } = await openSession(client, folder)
  await client.call('turn.send', { threadId, text: 'Read it' })
  await client.state(threadId, 'idle')
  const path = join(temporaryFolder(), 'a.tine')
  await client.call('session.export', { sessionId, path })
  return bundleLines(path).slice(0, -1)
}

type Change = (rows: Row[]) => Row[] | undefined

async function edited(change: Change): Promise<string[]> {
  const [head = '', ...rest] = await bundle()
  const rows = rest.map((line) => JSON.parse(line) as Row)
  return [head, ...(change(rows) ?? rows).map((row) => JSON.stringify(row))]
}

const the = (rows: Row[], row: string, n = 0): Record<string, unknown> =>
  rows.filter((one) => one.row === row)[n]?.value ?? {}

async function importing(client: TestClient, path: string) {
  const folder = join(temporaryFolder(), 'here')
  mkdirSync(folder)
  const { projectId } = await client.call('project.open', { path: folder })
  return { projectId, path }
}

/** Changes the first row of a kind. */
function having(row: string, patch: Record<string, unknown>): Change {
  return (rows) => {
    Object.assign(the(rows, row), patch)
    return rows
  }
}

function ofItems(patch: Record<string, unknown>): Change {
  return (rows) => {
    for (const { row, value } of rows) if (row === 'item') Object.assign(value.item as object, patch)
    return rows
  }
}

const BROKEN: Record<string, Change> = {
  'no session': (rows) => rows.slice(1),
  'two sessions': (rows) => [rows[0] as Row, ...rows],
  'a thread twice': (rows) => [...rows, rows.find(({ row }) => row === 'thread') as Row],
  'a block twice': (rows) => [...rows, rows.find(({ row }) => row === 'block') as Row],
  'a missing block': (rows) => rows.filter((row) => row !== rows.filter((one) => one.row === 'block')[1]),
  'a result without its call': (rows) =>
    rows.filter(({ row, value }) => !(row === 'block' && value.type === 'tool_use')),
  'a state that runs': having('thread', { state: 'streaming' }),
  'a worktree': having('thread', { isolation: 'worktree' }),
  'a field nobody knows': having('thread', { permissionMode: 'bypassPermissions' }),
  'a rule': (rows) => [...rows, { row: 'rule', value: { effect: 'allow', rule: 'Bash' } }],
  'a setting': (rows) => [...rows, { row: 'setting', value: { key: 'apiKey', value: 'x' } }],
  'an approval': (rows) => [...rows, { row: 'approval', value: {} }],
  'an item of another turn': ofItems({ turnId: 'trn_x' }),
  'a call that runs': ofItems({ state: 'running' }),
  'a parent that is nowhere': having('thread', { parentId: 'thr_x' }),
  'a block that lies about itself': having('block', { type: 'tool_use' }),
  'a marker in a block': having('block', { json: '{"type":"text","text":"x","cache_control":{"type":"ephemeral"}}' }),
  'half a character': having('block', { json: '{"type":"text","text":"\\ud83d"}' }),
  'an empty text': having('block', { json: '{"type":"text","text":" "}' }),
  'a beta that is a header': having('snapshot', { betas: ['a\r\nx-api-key: b'] }),
  'a position without end': having('block', { position: 1e300 }),
  'an output of nothing': (rows) => [
    ...rows,
    { row: 'output', value: { threadId: '../../x', toolUseId: 'x', text: 'x' } },
  ],
}

test('whatever is not right in it is refused, and nothing is left of it', async () => {
  const { client } = await startTestHost()
  const input = await importing(client, join(temporaryFolder(), 'a.tine'))
  for (const [name, change] of Object.entries(BROKEN)) {
    packBundle(input.path, await edited(change))
    expect(await client.fails('session.import', input), name).toMatchObject({ code: 'invalid_input', path: input.path })
  }
  expect((await client.call('session.list', {})).sessions).toEqual([])
})

test('cut off, changed, from later or no bundle at all: each is told in words', async () => {
  const { client } = await startTestHost()
  const lines = await bundle()
  const folder = temporaryFolder()
  const whole = packBundle(join(folder, 'whole.tine'), lines)
  const told = async (name: string, bytes: Buffer) => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    const { code, message } = await client.fails('session.import', await importing(client, path))
    return [code, message.replace(/^.*cannot be imported: /, '')]
  }
  const body = lines.join('\n')
  const later = body.replace('"version":1', '"version":2')
  expect(await told('cut.tine', readFileSync(whole).subarray(0, 300))).toEqual([
    'invalid_input',
    expect.stringContaining('damaged'),
  ])
  expect(await told('endless.tine', gzipSync(`${body}\n`))).toEqual([
    'invalid_input',
    expect.stringContaining('end is missing'),
  ])
  expect(
    await told(
      'changed.tine',
      gzipSync(`${body}\n{"end":true,"lines":${lines.length},"sha256":"${'0'.repeat(64)}"}\n`),
    ),
  ).toEqual(['invalid_input', expect.stringContaining('hash')])
  expect(await told('later.tine', gzipSync(`${later}\n`))).toEqual([
    'store.newer',
    expect.stringContaining('newer version'),
  ])
  expect(await told('other.gz', gzipSync('hello'))).toEqual(['invalid_input', expect.stringContaining('no object')])
  expect(await told('empty.jsonl', Buffer.alloc(0))).toEqual([
    'invalid_input',
    expect.stringContaining('no conversation'),
  ])
  truncateSync(whole, 1)
  expect((await client.fails('session.import', await importing(client, whole))).code).toBe('invalid_input')
  expect((await client.fails('session.import', await importing(client, folder))).code).toBe('invalid_input')
  expect((await client.fails('session.import', await importing(client, '/dev/zero'))).code).toBe('invalid_input')
  expect((await client.fails('session.import', await importing(client, 'a.tine'))).code).toBe('invalid_input')
})

test('a line that unpacks to more than is read is refused while it unpacks', async () => {
  const { client } = await startTestHost()
  const path = join(temporaryFolder(), 'bomb.tine')
  const head = Buffer.from(`${(await bundle())[0]}\n`)
  writeFileSync(path, gzipSync(Buffer.concat([head, Buffer.alloc(80 * 1024 * 1024, 0x61)]), { level: 9 }))
  expect(await client.fails('session.import', await importing(client, path))).toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('more than is read'),
  })
})

test('a tool that a server would run by itself is not brought along: the session renders its own', async () => {
  const { client, simulator } = await startTestHost()
  simulator.script(() => reply(text('Here.')))
  const changed = await edited((rows) => {
    const snapshot = the(rows, 'snapshot')
    const fields = JSON.parse(String(snapshot.text)) as { tools: unknown[] }
    fields.tools.push({ type: 'web_fetch_20250910', name: 'web_fetch' })
    snapshot.text = JSON.stringify(fields)
    return undefined
  })
  const path = packBundle(join(temporaryFolder(), 'a.tine'), changed)
  const { sessionId } = await client.call('session.import', await importing(client, path))
  await client.call('session.subscribe', { sessionId })
  const { session } = await client.call('session.read', { sessionId })
  await client.call('turn.send', { threadId: session.mainThreadId, text: 'Go on' })
  await client.state(session.mainThreadId, 'idle')
  const body = simulator.requests[0]?.bodyText ?? ''
  expect(body).not.toContain('web_fetch_2025')
  expect(validateRequest(body)).toBeNull()
})

test('the same import twice, under the name a client gave, is one session', async () => {
  const { client } = await startTestHost()
  const path = packBundle(join(temporaryFolder(), 'a.tine'), await bundle())
  const input = { ...(await importing(client, path)), sessionId: `ses_${'1'.repeat(26)}` }
  const [first, second] = await Promise.all([
    client.call('session.import', input),
    client.call('session.import', input),
  ])
  expect(second).toEqual(first)
  const other = await client.call('session.import', { ...input, sessionId: `ses_${'2'.repeat(26)}` })
  expect(other.sessionId).not.toBe(first.sessionId)
  expect((await client.call('session.list', {})).sessions).toHaveLength(2)
})
