// A session whose forks are in every state a thread can be in.
import { rmSync } from 'node:fs'
import { errorAnswer } from '../../src/simulator/faults/fault'
import { call, firstOf, gate, reply, scriptByDirective, scriptByTurn, text } from '../../src/simulator/script/builders'
import { ofFork } from '../../src/simulator/script/request-predicates'
import type { Simulator } from '../../src/simulator/start-simulator'
import type { PictureApp } from './picture-app'
import { after, Stage } from './stage'

const ANSWER = `The public surface is only \`parse()\`, \`tokenize()\` and the Node types, so the inside is free to change. Three ways:

1. **Recursive descent.** One function per precedence level. Best errors, most code.
2. **PEG.** A grammar file and a generated parser. Smallest source, one new dev dependency.
3. **Regex.** One tokeniser with named groups, a Pratt loop on top.`

const wait = new Promise<never>(() => {})
const read = call('read', { file_path: 'src/sum.js' })

const scriptOf = (app: PictureApp) =>
  firstOf(
    scriptByDirective([
      {
        match: 'Inventory',
        script: scriptByTurn([
          reply(call('write', { file_path: 'docs/callers.md', content: 'cli\ntests\n' })),
          after(app, 400_000, reply('**Result:** four callers, listed in docs/callers.md.')),
        ]),
      },
      { match: 'ABNF', script: () => reply('**Result:** written.') },
      { match: 'Port every', script: () => reply(read) },
      { match: 'Keep the v1', script: () => reply('The v1 API can stay as it is.') },
      { match: 'ANTLR', script: () => reply(read) },
      { match: 'Benchmark', script: () => reply(call('bash', { command: 'tail -f src/sum.js', timeout_ms: 600_000 })) },
      { match: 'Recursive', script: scriptByTurn([reply(read), reply(text('The token stream ', gate(wait)))]) },
      { match: 'PEG', script: () => reply(call('bash', { command: 'npm install --save-dev peggy@4.1.0' })) },
    ]),
    scriptByTurn([reply('Four callers: the CLI, two tests and docs/playground.'), reply(ANSWER)]),
  )

/** Makes the session; resolves when each fork is in its state. The model is left as it is: what streams, streams on. */
export async function allStates(app: PictureApp, model: Simulator, folder: string): Promise<string> {
  const stage = new Stage(app)
  model.script(scriptOf(app))
  model.faults.when(ofFork('v1 shim'), errorAnswer('permission_error', 403, 'Your key may not use this model.'))
  const { sessionId, threadId } = await stage.session(folder, 'acceptEdits')
  const settings = { 'limits.forkSteps': 4, 'fork.concurrency': 6, 'fork.gateHoldMs': 600_000 }
  await app.host.call('settings.write', { patch: settings })
  const first = await stage.say(threadId, 'Who outside src/ calls sum(), and with which options?')
  const second = await stage.say(threadId, 'Split src/sum.js. Which ways do you see?')

  await stage.fork(threadId, first, ['Inventory of callers'])
  const [abnf = ''] = await stage.fork(threadId, first, ['ABNF generator'])
  await app.host.call('worktree.discard', { threadId: abnf, confirm: true })
  await stage.fork(threadId, first, ['v1 shim'], { until: 'failed' })
  await stage.fork(threadId, first, ['Port every example'], { until: 'turn-limit' })
  await stage.fork(threadId, first, ['Keep the v1 API'], { kind: 'branch', until: 'idle' })
  await lostWorktree(stage, model, threadId, first)
  await stopped(stage, app, model, threadId, first)

  const [silent = ''] = await stage.fork(threadId, second, ['Benchmark table'], { until: 'streaming' })
  await stage.output(silent)
  await app.advance(6 * 60_000)
  await stage.thread(silent, ({ silentSince }) => silentSince !== null, 'silence')
  const [streaming = ''] = await stage.fork(threadId, second, ['Recursive descent'], { until: 'streaming' })
  await stage.thread(streaming, ({ steps }) => steps > 0, 'a step')
  await stage.fork(threadId, second, ['PEG: a grammar file'], { until: 'waiting-approval' })
  await atTheGate(stage, model, threadId, second)
  await refused(stage, model, threadId, second)
  await stage.fork(threadId, second, ['Fuzz the lexer'], { until: 'queued' })
  return sessionId
}

/** Its folder is taken away while it thinks about its next step. */
async function lostWorktree(stage: Stage, model: Simulator, threadId: string, turnId: string) {
  const hold = model.hold(ofFork('ANTLR'))
  const [id = ''] = await stage.fork(threadId, turnId, ['Grammar in ANTLR'], { until: 'streaming' })
  await hold.arrived
  const { worktree } = await stage.thread(id, (thread) => thread.worktree?.state === 'in-use', 'a worktree')
  if (worktree) rmSync(worktree.path, { recursive: true, force: true })
  hold.release()
  await stage.state(id, 'worktree-missing')
}

/** One that a person stopped, and one whose turn was interrupted: both before a word came, and so at no price. */
async function stopped(stage: Stage, app: PictureApp, model: Simulator, threadId: string, turnId: string) {
  const begin = async (directive: string) => {
    const hold = model.hold(ofFork(directive))
    const [id = ''] = await stage.fork(threadId, turnId, [directive], { until: 'streaming' })
    await hold.arrived
    return { id, hold }
  }
  const literals = await begin('Number literals')
  await app.host.call('thread.stop', { threadId: literals.id })
  await stage.state(literals.id, 'stopped')
  literals.hold.release()
  const texts = await begin('Error texts')
  await app.host.call('turn.interrupt', { threadId: texts.id })
  await stage.state(texts.id, 'interrupted')
  texts.hold.release()
}

/** A leader whose answer has not begun, and a sibling that waits for what it writes. */
async function atTheGate(stage: Stage, model: Simulator, threadId: string, turnId: string) {
  const hold = model.hold(ofFork(/Regex|Pratt/), { count: 2 })
  const started = stage.fork(threadId, turnId, ['Regex: named groups', 'Pratt: a table of powers'], {
    until: 'warming',
  })
  await Promise.race([hold.arrived, started])
}

/** The provider wants nothing from us for ten minutes. */
async function refused(stage: Stage, model: Simulator, threadId: string, turnId: string) {
  const message = 'This request would exceed your rate limit.'
  const headers = { 'retry-after': '600' }
  model.faults.when(ofFork('Docs'), { kind: 'answer', type: 'rate_limit_error', status: 429, message, headers })
  await stage.fork(threadId, turnId, ['Docs: grammar page'], { until: 'rate-limited' })
}
