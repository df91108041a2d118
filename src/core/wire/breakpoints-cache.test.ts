// The planner's promises in tokens: requests it marked are metered by the simulator's prompt cache, as documented by the API.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CacheMeter, type InputUsage } from '../../simulator/prompt/cache-meter'
import { dividePrompt } from '../../simulator/prompt/divide-prompt'
import { checkShape } from '../../simulator/validation/check-shape'
import { modelForkMessage } from '../fork/plan-fork'
import { planMarkers } from './breakpoints'
import { buildRequest } from './build-request'
import type { WireBlock } from './wire-block'
import { renderSnapshot } from './wire-snapshot'

const SNAPSHOT = renderSnapshot({
  model: 'claude-opus-5-5',
  max_tokens: 100,
  system: [{ type: 'text', text: 'A system prompt that is long enough to be worth something. '.repeat(20) }],
  tools: [{ name: 't', input_schema: { type: 'object' } }],
})

/** A thread that remembers where it wrote, as the ledger does. */
class Thread {
  constructor(
    private readonly cache: CacheMeter,
    readonly blocks: WireBlock[] = [],
    public writtenAt: number | null = null,
  ) {}

  add(role: WireBlock['role'], ...contents: { type: string }[]): this {
    for (const content of contents)
      this.blocks.push({ position: this.blocks.length, role, type: content.type, json: JSON.stringify(content) })
    return this
  }

  fork(directive: string): Thread {
    const child = new Thread(this.cache, [...this.blocks], this.writtenAt)
    const calls = this.blocks.filter((block) => block.type === 'tool_use')
    const ids = calls.map((call) => (JSON.parse(call.json) as { id: string }).id)
    for (const { type, json } of modelForkMessage(ids, directive))
      child.blocks.push({ position: child.blocks.length, role: 'user', type, json })
    return child
  }

  /** Sends, waits for the answer to begin, and says what was billed. */
  send(sharedEnd: number | null = null, begins = true): InputUsage & { total: number } {
    const markers = planMarkers(this.blocks, { writtenAt: this.writtenAt, sharedEnd })
    const text = buildRequest({ snapshotText: SNAPSHOT, blocks: this.blocks, markers, ttl: '5m', tailJson: '{}' })
    const { body, problem } = checkShape(JSON.parse(text))
    if (!body) throw new Error(`${problem.path}: ${problem.message}`)
    const prompt = dividePrompt(body, '')
    const { usage, commit } = this.cache.meter(prompt, 1, 0)
    if (begins) {
      commit()
      this.writtenAt = markers.positions.at(-1) ?? null
    }
    return { ...usage, total: prompt.tokens }
  }

  /** The position of the instruction: the last block but one. */
  get sharedEnd(): number {
    return this.blocks.length - 2
  }
}

const meter = () => new CacheMeter({ lookback: 20, runsCountOnce: false })
const text = (words: string) => ({ type: 'text', text: words })
const think = (signature: string) => ({ type: 'thinking', thinking: '', signature })
const call = (id: string) => ({ type: 'tool_use', id, name: 't', input: {} })
const result = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content })
const ids = (count: number) => Array.from({ length: count }, (_, n) => `toolu_${n}`)

function spawning(cache: CacheMeter, width: number): Thread {
  const parent = new Thread(cache).add('user', text('Try many ways.'))
  parent.send()
  return parent.add('assistant', think('s'), text('I fork.'), ...ids(width).map(call))
}

describe.each([2, 5, 10, 16, 20])('of a fan-out of %i', (width) => {
  test('with a warm prefix, the first fork writes what siblings share once; every other one writes its directive', () => {
    const parent = spawning(meter(), width)
    const prefix = new Thread(meter()).add('user', text('Try many ways.')).send().total
    const forks = ids(width).map((id) => parent.fork(`Directive for ${id}: ${'word '.repeat(10)}`))
    const bills = forks.map((fork) => fork.send(fork.sharedEnd))
    expect(bills[0]?.cacheRead).toBe(prefix)
    for (const bill of bills.slice(1)) {
      expect(bill.cacheRead).toBeGreaterThan(bills[0]?.cacheRead ?? 0)
      expect(bill.input).toBe(0)
      expect(bill.cacheWrite5m).toBeLessThan(40)
    }
  })

  test('with a cold prefix, the first fork writes all of it and the others none', () => {
    const warm = spawning(meter(), width)
    const cold = new Thread(meter(), warm.blocks, warm.writtenAt)
    const forks = ids(width).map((id) => cold.fork(`Directive for ${id}`))
    const bills = forks.map((fork) => fork.send(fork.sharedEnd))
    expect(bills[0]).toMatchObject({ cacheRead: 0, input: 0 })
    for (const bill of bills.slice(1)) expect(bill.cacheWrite5m).toBeLessThan(40)
  })

  test('the parent’s follow-up finds its own entry, and its next one all of the follow-up', () => {
    const parent = spawning(meter(), width)
    const before = parent.blocks.slice(0, 1)
    const entry = new Thread(meter(), before).send().total
    for (const id of ids(width)) {
      const fork = parent.fork(`Directive for ${id}`)
      fork.send(fork.sharedEnd)
    }
    parent.add('user', ...ids(width).map((id) => result(id, `Fork of ${id} was started.`)))
    const followUp = parent.send()
    expect(followUp.cacheRead).toBeGreaterThanOrEqual(entry)
    expect(followUp.input).toBe(0)
    parent.add('assistant', text('They run.')).add('user', text('Good.'))
    expect(parent.send().cacheRead).toBe(followUp.total)
  })

  test('each fork’s next request reads all of its own first one', () => {
    const parent = spawning(meter(), width)
    const fork = parent.fork('Directive')
    const { total } = fork.send(fork.sharedEnd)
    const shared = fork.sharedEnd
    fork.add('assistant', think('f'), call('own_1'), call('own_2'))
    fork.add('user', result('own_1', 'x'), result('own_2', 'y'))
    expect(fork.send(shared).cacheRead).toBe(total)
  })
})

test('a sibling that leaves before its leader’s answer has begun pays for itself: why they wait', () => {
  const parent = spawning(meter(), 3)
  const [leader, early] = [parent.fork('one'), parent.fork('two')]
  leader.send(leader.sharedEnd, false)
  const tooEarly = early.send(early.sharedEnd, false)
  leader.send(leader.sharedEnd)
  expect(early.send(early.sharedEnd).cacheWrite5m).toBeLessThan(tooEarly.cacheWrite5m)
})

test('a paused turn that ends in thinking is continued from the cache', () => {
  const thread = new Thread(meter()).add('user', text('Search.'))
  thread.send()
  thread.add('assistant', text('I search.'), think('p'))
  const paused = thread.send()
  thread.add('assistant', text('Found.')).add('user', text('And?'))
  expect(thread.send().cacheRead).toBeGreaterThan(paused.cacheRead)
})

test('whatever a thread says, each request reads at least all that its last one marked', () => {
  const answer = fc.record({
    calls: fc.nat(24),
    thinks: fc.boolean(),
    says: fc.boolean(),
    texts: fc.integer({ min: 1, max: 30 }),
  })
  fc.assert(
    fc.property(fc.array(answer, { minLength: 1, maxLength: 6 }), (answers) => {
      const thread = new Thread(meter()).add('user', text('Begin.'))
      let known = thread.send().total
      for (const [n, { calls, thinks, says, texts }] of answers.entries()) {
        const own = ids(calls).map((id) => `${id}_${n}`)
        thread.add('assistant', ...(thinks ? [think(`${n}`)] : []), ...(says || calls === 0 ? [text('…')] : []))
        thread.add('assistant', ...own.map(call))
        thread.add('user', ...own.map((id) => result(id, 'done')), ...ids(texts).map((id) => text(`note ${id} ${n}`)))
        const bill = thread.send()
        expect(bill.cacheRead).toBeGreaterThanOrEqual(known)
        expect(bill.input).toBe(0)
        known = bill.total
      }
    }),
    { numRuns: 60 },
  )
})
