// Large results from real commands to the wire, their file and back.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  call,
  firstOf,
  reply,
  type Step,
  scriptByDirective,
  scriptByTurn,
  text,
} from '../../../simulator/script/builders'
import { ofFork } from '../../../simulator/script/request-predicates'
import { type Conversation, converse, forkOff, itemsOf, say } from '../../../testing/conversation'
import { expectRepeats, expectWireHolds, messagesOf } from '../../../testing/wire-checks'

/** A call that prints so many characters in one line. */
const print = (id: string, chars: number) =>
  call('bash', { command: `head -c ${chars} /dev/zero | tr '\\0' '${id[0]}'` }, { id })
const done = reply(text('Done.'))
const withFork = (...steps: Step[]) =>
  firstOf(scriptByDirective([{ match: /./, script: () => reply(text('Forked.')) }]), scriptByTurn(steps))

/** The contents of the results in the n-th request. */
function results({ simulator }: Conversation, n: number): string[] {
  return messagesOf(simulator.requests[n]?.bodyText ?? '')
    .flatMap((message) => message.content)
    .flatMap((block) => (block.type === 'tool_result' ? [String(block.content)] : []))
}

const pathIn = (preview: string) => /read it by range with read: ([^\]\s]+)\]/.exec(preview)?.[1] ?? ''
/** The present state of each call. */
function toolStates({ client }: Conversation): string[] {
  const states = new Map<string, string>()
  for (const event of client.stored())
    if (event.type === 'item.changed' && event.item.kind === 'tool') states.set(event.item.id, event.item.state)
  return [...states.values()]
}

const outputs = ({ dataDir }: Conversation) =>
  readdirSync(join(dataDir, 'outputs')).filter((name) => name.startsWith('thr_'))

describe('a result over the limit', () => {
  test('is sent as its head, its size and its place; the file holds all of it, and so does the app', async () => {
    const talk = await converse(withFork(reply(print('a', 5000)), done))
    await talk.client.call('settings.write', { patch: { 'replace.resultChars': 1000, 'replace.previewChars': 100 } })
    await say(talk.client, talk.threadId, 'Go')
    const [preview = ''] = results(talk, 1)
    expect(preview).toMatch(/^a{100}\n\n\[The first 100 of 50\d\d characters \(\d lines\)\. The whole output is stored/)
    const whole = readFileSync(pathIn(preview), 'utf8')
    expect(whole).toMatch(/^a{5000}\n?\[exit code 0\]$/)
    expect(statSync(pathIn(preview)).mode & 0o077).toBe(0)
    const read = await talk.client.call('tool.output', {
      threadId: talk.threadId,
      toolUseId: 'a',
      offset: 4990,
      limit: 10,
    })
    expect(read).toEqual({ text: 'a'.repeat(10), totalChars: whole.length })
    const item = (await itemsOf(talk.client, talk.threadId)).find((each) => each.kind === 'tool')
    expect(item).toMatchObject({ output: whole, outputBytes: whole.length })
  })

  test('can be read by range by the model that was sent the preview, also in a fork', async () => {
    const readRest: Step = ({ body }) =>
      reply(call('read', { file_path: pathIn(JSON.stringify(body)), from_byte: 4990 }, { id: 'again' }))
    const talk = await converse(
      firstOf(
        scriptByDirective([{ match: /./, script: scriptByTurn([readRest, done]) }]),
        scriptByTurn([reply(print('a', 5000)), done]),
      ),
    )
    await talk.client.call('settings.write', { patch: { 'replace.resultChars': 1000 } })
    await say(talk.client, talk.threadId, 'Go')
    const [fork = ''] = await forkOff(talk.client, talk.threadId, ['Read it'])
    await talk.client.state(fork, 'done')
    expect(results(talk, 3)[1]).toContain('aaaaaaaaaa')
    expect((await itemsOf(talk.client, fork)).find((each) => each.kind === 'tool')).toMatchObject({ state: 'done' })
  })

  test('is decided once: a restart, other settings, a fork and a resume send the same text', async () => {
    const talk = await converse(withFork(reply(print('a', 5000), print('b', 900)), done))
    await talk.client.call('settings.write', { patch: { 'replace.resultChars': 1000 } })
    await say(talk.client, talk.threadId, 'Go')
    const sent = results(talk, 1)
    expect(sent.map((content) => content.includes('The whole output is stored'))).toEqual([true, false])
    await talk.client.call('settings.write', {
      patch: { 'replace.resultChars': 1_000_000, 'replace.previewChars': 100 },
    })
    const client = await talk.reopen()
    const [fork = ''] = await forkOff(client, talk.threadId, ['Go on'])
    await client.state(fork, 'done')
    await client.call('settings.write', { patch: { 'replace.messageChars': 1000 } })
    await say(client, talk.threadId, 'And?')
    expect(results(talk, 2)).toEqual(sent)
    expect(results(talk, 3)).toEqual(sent)
    expectRepeats(talk.simulator.requests.find(ofFork())?.bodyText ?? '', talk.simulator.requests[1]?.bodyText ?? '')
    expect(outputs(talk)).toHaveLength(1)
    await expectWireHolds(client, talk.simulator, talk.sessionId)
  })

  test('whose file cannot be written is sent whole: that is then the decision, and the turn goes on', async () => {
    const talk = await converse(withFork(reply(print('a', 5000)), done))
    await talk.client.call('settings.write', { patch: { 'replace.resultChars': 1000, 'replace.messageChars': 1000 } })
    const folder = join(talk.dataDir, 'outputs')
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'in the way')
    expect((await say(talk.client, talk.threadId, 'Go')).state).toBe('idle')
    expect(results(talk, 1)[0]).toMatch(/^a{5000}/)
    expect(talk.log.filter((line) => line.includes('output.not-stored'))).toHaveLength(1)
    expect(talk.log.join('\n')).not.toContain('aaaaa')
    rmSync(folder)
    const client = await talk.reopen()
    await say(client, talk.threadId, 'And?')
    const [fork = ''] = await forkOff(client, talk.threadId, ['Go on'])
    await client.state(fork, 'done')
    expect(outputs(talk)).toEqual([])
    await expectWireHolds(client, talk.simulator, talk.sessionId)
  })
})

describe('results that are too large together', () => {
  test('are replaced from the largest on until their message fits; the choice is frozen', async () => {
    const sizes = { a: 44_000, b: 44_900, c: 44_100, d: 44_800, e: 44_200 }
    const calls = Object.entries(sizes).map(([id, chars]) => print(id, chars))
    const talk = await converse(withFork(reply(...calls), done))
    await say(talk.client, talk.threadId, 'Go')
    const replaced = results(talk, 1).map((content) => content.includes('The whole output is stored'))
    expect(replaced).toEqual([false, true, false, false, false])
    expect(results(talk, 1).join('').length).toBeLessThanOrEqual(200_000)
    expect(readFileSync(pathIn(results(talk, 1)[1] ?? ''), 'utf8')).toMatch(/^b{44900}/)
    await talk.client.call('settings.write', { patch: { 'replace.messageChars': 10_000 } })
    const client = await talk.reopen()
    await say(client, talk.threadId, 'And?')
    const [fork = ''] = await forkOff(client, talk.threadId, ['Go on'])
    await client.state(fork, 'done')
    expect(results(talk, 2)).toEqual(results(talk, 1))
    expect(results(talk, 3)).toEqual(results(talk, 1))
    await expectWireHolds(client, talk.simulator, talk.sessionId)
  })
})

describe('results of an interrupted turn that are too large together', () => {
  test('are replaced alike in all its forks and in the parent’s next request', async () => {
    const calls = ['a', 'b', 'c', 'd', 'e'].map((id, n) => print(id, 44_000 + n))
    const sleep = call('bash', { command: 'sleep 300' }, { id: 'sleeper' })
    const talk = await converse(withFork(reply(...calls, sleep), done))
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'Go' })
    await talk.client.until(() => toolStates(talk).filter((state) => state === 'done').length === 5, 'five')
    await talk.client.call('turn.interrupt', { threadId: talk.threadId })
    const forks = await forkOff(talk.client, talk.threadId, ['One way', 'Another way'])
    await Promise.all(forks.map((fork) => talk.client.state(fork, 'done')))
    await say(talk.client, talk.threadId, 'And?')
    expect(results(talk, 1).join('').length).toBeLessThanOrEqual(200_000)
    expect(results(talk, 2)).toEqual(results(talk, 1))
    expect(results(talk, 3)).toEqual(results(talk, 1))
    expect(results(talk, 1)).toHaveLength(6)
    await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  })
})

describe('a command that prints', () => {
  test('twenty megabytes in one line is sent short, kept whole, and costs nobody the turn', async () => {
    const huge = call('bash', { command: `head -c 20000000 /dev/zero | tr '\\0' 'x'` }, { id: 'huge' })
    const talk = await converse(withFork(reply(huge), done))
    expect((await say(talk.client, talk.threadId, 'Go')).state).toBe('idle')
    expect(talk.simulator.requests[1]?.bodyText.length).toBeLessThan(100_000)
    const saved = /all of it is in (\S+) /.exec(results(talk, 1)[0] ?? '')?.[1] ?? ''
    expect(existsSync(saved)).toBe(true)
    expect(statSync(saved).size).toBe(20_000_000)
  })

  test('NUL, half characters and bytes that are no text gives a request that every server takes', async () => {
    const odd = `printf 'a\\0b\\377c\\355\\240\\200d\\360\\237\\214e \\r \\033[31mred\\033[0m 🌲'`
    const talk = await converse(
      withFork(
        reply(call('bash', { command: odd }, { id: 'odd' }), call('bash', { command: 'true' }, { id: 'empty' })),
        done,
      ),
    )
    expect((await say(talk.client, talk.threadId, 'Go')).state).toBe('idle')
    expect(results(talk, 1)[0]).toMatch(/^a.b\ufffd+c\ufffd+d\ufffd+e [\s\S]*🌲/)
    expect(talk.simulator.requests[1]?.bodyText.isWellFormed()).toBe(true)
    await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  })
})
