// `tine print` as a process: the answer on standard output, everything else on standard error, and nobody asked.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { serverError } from '../simulator/faults/fault'
import { call, firstOf, reply, text } from '../simulator/script/builders'
import type { Script } from '../simulator/script/script'
import { startSimulator } from '../simulator/start-simulator'
import { buildServe, type ServeBuild, startServe } from '../testing/serve-process'
import { temporaryFolder } from '../testing/temporary-store'
import { openSession, startTestHost } from '../testing/test-host'
import { readAddress } from './transport/local-address'
import { openLocalDoor } from './transport/local-door'

let built: ServeBuild

beforeAll(async () => {
  built = await buildServe()
}, 60_000)

afterAll(() => built.remove())

const LAUNCH = 'require(process.argv[1]).runPrint(process.argv.slice(2)).then((code) => { process.exitCode = code })'

interface Printed {
  child: ChildProcess
  ended: Promise<{ code: number | null; out: string; err: string }>
}

function print(dataDir: string, args: readonly string[], env: NodeJS.ProcessEnv, input = ''): Printed {
  const child = spawn(process.execPath, ['-e', LAUNCH, built.print, 'print', '--data', dataDir, ...args], {
    env: { PATH: process.env.PATH, HOME: dirname(built.print), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  child.stdin.end(input)
  const ended = once(child, 'close').then(([code]) => ({ code, out, err }))
  return { child, ended }
}

async function scene(script: Script) {
  const simulator = await startSimulator({ script })
  onTestFinished(() => simulator.close())
  const folder = temporaryFolder()
  const project = join(folder, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'README.md'), 'one two')
  const env = { ANTHROPIC_BASE_URL: simulator.url, ANTHROPIC_API_KEY: 'k' }
  const dataDir = join(folder, 'data')
  const run = (args: readonly string[], more: NodeJS.ProcessEnv = {}, input?: string) =>
    print(dataDir, ['--project', project, ...args], { ...env, ...more }, input)
  return { simulator, dataDir, project, env, run }
}

const echo: Script = ({ lastUser }) => reply(text(`You said: ${lastUser.said}`))

/** Calls once, then tells what it was told. */
const calling = (name: string, input: Record<string, unknown>): Script =>
  firstOf(
    ({ assistantCount }) => (assistantCount === 0 ? reply(text('I try.'), call(name, input)) : null),
    ({ lastUser }) => reply(text(`Told: ${lastUser.toolResults[0]?.text.split('\n')[0]}`)),
  )

test('prints the answer and nothing else, and what it did can be opened and forked later', async () => {
  const { run, dataDir, env } = await scene(echo)
  expect(await run(['Hello there']).ended).toEqual({ code: 0, out: 'You said: Hello there\n', err: '' })
  const { client } = await startTestHost({ config: { dataDir }, env })
  const { sessions } = await client.call('session.list', {})
  expect(sessions).toMatchObject([{ title: 'Hello there' }])
  const { threads } = await client.call('session.read', { sessionId: sessions[0]?.id ?? '' })
  await client.call('session.subscribe', { sessionId: sessions[0]?.id ?? '' })
  const { threadIds } = await client.call('fork.start', {
    threadId: threads[0]?.id ?? '',
    directives: ['Go on'],
    isolation: 'none',
  })
  await client.state(threadIds[0] ?? '', 'done')
})

test('a prompt of - is read from standard input', async () => {
  const { run } = await scene(echo)
  expect(await run(['-'], {}, 'from a pipe').ended).toMatchObject({ code: 0, out: 'You said: from a pipe\n' })
})

test('what no rule allows is denied, named on standard error, and the model is told', async () => {
  const { run, project } = await scene(calling('bash', { command: 'touch made.txt' }))
  const { code, out, err } = await run(['Make it']).ended
  expect(code).toBe(0)
  expect(out).toMatch(/^Told: Denied: /)
  expect(err).toMatch(/^tine: denied bash \{"command":"touch made.txt"\}: Denied: .*Nobody can be asked/m)
  expect(existsSync(join(project, 'made.txt'))).toBe(false)
})

test('what a rule of the call allows is done, and only in this turn', async () => {
  const { run, project, dataDir, env } = await scene(calling('bash', { command: 'touch made.txt' }))
  expect(await run(['--allow', 'Bash(touch:*)', 'Make it']).ended).toMatchObject({ code: 0, err: '' })
  expect(existsSync(join(project, 'made.txt'))).toBe(true)
  const { client } = await startTestHost({ config: { dataDir }, env })
  const { sessions } = await client.call('session.list', {})
  const { threads } = await client.call('session.read', { sessionId: sessions[0]?.id ?? '' })
  await client.call('session.subscribe', { sessionId: sessions[0]?.id ?? '' })
  const again = threads[0]?.id ?? ''
  await client.call('thread.configure', { threadId: again, permissionMode: 'default' })
  expect((await client.call('approval.list', {})).open).toEqual([])
})

test('with --json there is a line for each part and one for the result', async () => {
  const { run } = await scene(calling('read', { file_path: 'README.md' }))
  const { code, out } = await run(['--json', 'Read it']).ended
  expect(code).toBe(0)
  const lines = out
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each))
  expect(lines.map(({ type, item }) => [type, item?.kind])).toEqual([
    ['session', undefined],
    ['item', 'user'],
    ['item', 'text'],
    ['item', 'tool'],
    ['item', 'text'],
    ['result', undefined],
  ])
  expect(lines.at(-1)).toMatchObject({ state: 'done', text: expect.stringMatching(/^Told: /), denied: [] })
  expect(lines.at(-1).usage.output).toBeGreaterThan(0)
})

test('there are no forks: Agent without a type is a fresh agent that is waited for', async () => {
  const script = firstOf(
    (context) => (context.lastUser.said.startsWith('Count') ? reply(text('Two words.')) : null),
    calling('Agent', { description: 'Count', prompt: 'Count the words.' }),
  )
  const { run, simulator } = await scene(script)
  expect(await run(['How many?']).ended).toMatchObject({ code: 0, out: 'Told: Two words.\n' })
  const tool = simulator.requests[0]?.body?.tools?.find(({ name }) => name === 'Agent')
  expect(tool?.description).not.toContain('fork')
})

test('a turn that fails ends with 1 and says why; wrong words end with 2; no key is said', async () => {
  const { run, simulator, project, dataDir } = await scene(() => reply(text('')))
  simulator.faults.when(() => true, serverError('no such luck'), 50)
  simulator.script(() => null)
  const { code, err } = await run(['Hello'], { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', ANTHROPIC_API_KEY: '' }).ended
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('API key') })
  expect(await run(['--allow', 'Wizard(x)', 'Hello']).ended).toMatchObject({
    code: 2,
    err: expect.stringContaining('Wizard'),
  })
  expect(await run(['--project', join(project, 'nowhere'), 'Hello']).ended).toMatchObject({ code: 2 })
  expect(await run(['--nope', 'Hello']).ended).toMatchObject({ code: 2, out: '' })
  const { client } = await startTestHost({ config: { dataDir } })
  expect((await client.call('session.list', {})).sessions).toEqual([])
})

test('two at once take turns on one data folder', async () => {
  const { run } = await scene(echo)
  const both = await Promise.all([run(['one']).ended, run(['two']).ended])
  expect(both.map(({ code, out }) => [code, out])).toEqual([
    [0, 'You said: one\n'],
    [0, 'You said: two\n'],
  ])
})

test('it runs through the app that owns the data folder, where a person may be asked all the same', async () => {
  const { run, dataDir, env, simulator } = await scene(calling('bash', { command: 'touch made.txt' }))
  const serve = startServe(built, ['--data', dataDir], env)
  expect(await serve.ready).toContain('READY')
  const { code, out } = await run(['Make it']).ended
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^Told: Denied/) })
  expect(simulator.requests.every((request) => request.status === 200)).toBe(true)
  expect(serve.stderr.join('\n')).not.toContain('failed')
  serve.child.kill('SIGTERM')
  expect(await serve.ended).toBe(0)
  expect(readAddress(dataDir)).toBeNull()
})

test('Ctrl-C interrupts the turn, keeps what there is, and ends with 130', async () => {
  const { run, simulator } = await scene(echo)
  const hold = simulator.hold(() => true)
  const { child, ended } = run(['Hello'])
  await simulator.arrival(() => true)
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 130, err: expect.stringContaining('tine: ') })
  hold.release()
})

test('the local door opens sessions nobody sits at, and nothing else', async () => {
  const { host, client, dataDir, simulator } = await startTestHost()
  simulator.script(echo)
  const door = await openLocalDoor(host)
  onTestFinished(() => door.close())
  const other = await openSession(client, temporaryFolder())
  const address = readAddress(dataDir)
  const socket = connect(address?.socket ?? '')
  onTestFinished(() => void socket.destroy())
  const answers: Record<string, unknown>[] = []
  let pending = ''
  socket.on('data', (chunk) => {
    const lines = `${pending}${chunk}`.split('\n')
    pending = lines.pop() ?? ''
    answers.push(...lines.map((line) => JSON.parse(line)))
  })
  const ask = async (id: number, command: string, input: object = {}) => {
    socket.write(`${JSON.stringify({ id, command, input })}\n`)
    await expect.poll(() => answers.some((answer) => answer.id === id)).toBe(true)
    return answers.find((answer) => answer.id === id)
  }
  socket.write(`${JSON.stringify({ secret: address?.secret })}\n`)
  expect(await ask(1, 'app.info')).toMatchObject({ ok: true })
  const refused = { ok: false, failure: { code: 'unknown_command' } }
  for (const [n, [command, input]] of [
    ['settings.read', {}],
    ['approval.answer', { approvalId: 'x', decision: 'allow' }],
    ['project.trust', {}],
    ['session.create', { projectId: other.projectId }],
    ['turn.send', { threadId: other.threadId, text: 'x' }],
    ['session.read', { sessionId: other.sessionId }],
    ['session.subscribe', {}],
  ].entries() as IterableIterator<[number, [string, object]]>)
    expect(await ask(10 + n, command, input)).toMatchObject(refused)
  const begun = await ask(2, 'session.create', { projectId: other.projectId, unattended: { allow: [] } })
  const { threadId } = (begun?.result as { threadId: string } | undefined) ?? { threadId: '' }
  expect(await ask(3, 'turn.send', { threadId, text: 'Hi' })).toMatchObject({ ok: true })
  const stranger = connect(address?.socket ?? '')
  stranger.write(`${JSON.stringify({ secret: 'guess' })}\n`)
  await once(stranger, 'close')
})
