// Planning on a real store: what is asserted before every send, and what is recorded of it.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { modelForkMessage, textBlock } from '../../../core/fork/plan-fork'
import { WireMemory } from '../../../core/wire/wire-memory'
import { anEpoch, aRequest, aSnapshot, aThread } from '../../../testing/records'
import { appendBlocks as appendTampered, seedSession } from '../../../testing/seed-session'
import { temporaryStore } from '../../../testing/temporary-store'
import type { EpochRecord, ThreadRecord } from '../../store/records'
import { BodyMemory } from './body-memory'
import { appendBlocks, type BlockToAppend } from './history'
import { planRequest } from './request-plan'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const SNAPSHOT = aSnapshot({
  text: '{"model":"m","max_tokens":1,"system":[{"type":"text","text":"S"}],"tools":[{"name":"t"}]}',
})

const words = (text: string): BlockToAppend => textBlock(text, 'person')
const answer = (text: string): BlockToAppend => ({ ...textBlock(text, 'app'), role: 'assistant', origin: 'model' })
const use = (id: string): BlockToAppend => ({
  role: 'assistant',
  origin: 'model',
  type: 'tool_use',
  json: JSON.stringify({ type: 'tool_use', id, name: 't', input: {} }),
  toolUseId: id,
})

function scene() {
  const { store } = temporaryStore()
  const { session, main, turn } = seedSession(store)
  const epoch = anEpoch({ threadId: main.id })
  const other = aSnapshot({ id: 'snapshot-2', text: SNAPSHOT.text.replace('"S"', '"Other"') })
  const logged: string[] = []
  const log = { info: () => {}, warn: () => {}, error: (event: string) => logged.push(event) }
  store.commit(() => {
    store.snapshots.put(SNAPSHOT)
    store.snapshots.put(other)
    store.epochs.insert(epoch)
  })
  const append = (thread: ThreadRecord, of: EpochRecord, ...blocks: BlockToAppend[]) =>
    store.commit(() => appendBlocks({ store, hash }, thread, turn.id, of, blocks))
  const bodies = new BodyMemory()
  const plan = (thread = main, of = epoch, snapshot = SNAPSHOT, afterPause = false) =>
    planRequest({ store, hash, log, wire: new WireMemory(), bodies }, thread, { epoch: of, snapshot }, '{}', afterPause)
  /** A fork that leaves where the parent's history ends now. */
  const fork = (fields: Partial<ThreadRecord> = {}) => {
    const position = store.blocks.count(main.id)
    const link = store.blocks.last(main.id)?.link ?? null
    const thread = aThread({
      sessionId: session.id,
      parentId: main.id,
      branchPosition: position,
      branchLink: link,
      groupId: 'grp',
      ...fields,
    })
    const own = anEpoch({ threadId: thread.id, startPosition: position })
    store.commit(() => {
      store.threads.insert(thread)
      store.epochs.insert(own)
    })
    append(thread, own, ...modelForkMessage(['a', 'b'], 'Do it.'))
    return { thread, epoch: own }
  }
  return { store, main, turn, epoch, other, append, plan, fork, logged }
}

describe('a plan', () => {
  test('is the same however often it is made, and names what it was made of', () => {
    const { main, epoch, append, plan } = scene()
    append(main, epoch, words('A'))
    expect(plan()).toEqual(plan())
    expect(plan()).toMatchObject({
      endPosition: 1,
      bodyHash: hash(Buffer.from(plan().body).toString()),
      firstDifference: null,
      prefix: { blocks: 1 },
    })
  })

  test('is not made of a history that no server would take: that is a bug, where it is stored', () => {
    const { main, epoch, append, plan } = scene()
    append(main, epoch, words('A'), use('a'), words('B'))
    expect(() => plan()).toThrow(/messages\.2: no result for a/)
  })

  test('ends on the model only behind a paused turn', () => {
    const { main, epoch, append, plan } = scene()
    append(main, epoch, words('A'), answer('B'))
    expect(() => plan()).toThrow(/ends on a message of the model/)
    expect(plan(main, epoch, SNAPSHOT, true).endPosition).toBe(2)
  })

  test('whose chain is not the recorded one is sent, named and logged', () => {
    const { store, main, turn, plan, logged } = scene()
    appendTampered(store, main.id, turn.id, 3)
    expect(plan().firstDifference).toBe('messages.0.content.0: text, or what stands before it, is not what was sealed')
    expect(logged).toEqual(['wire.prefix-changed'])
  })
})

describe('of a fork', () => {
  const spawned = () => {
    const made = scene()
    made.append(made.main, made.epoch, words('A'), answer('I fork.'), use('a'), use('b'))
    return made
  }

  test('all that it inherits is shared, and its siblings’ common end is marked', () => {
    const { plan, fork, store } = spawned()
    const [one, two] = [fork({ groupSize: 2 }), fork({ groupSize: 2 })]
    expect(plan(one.thread, one.epoch).prefix).toMatchObject({ blocks: 8, sharedWithParent: 4 })
    expect(plan(one.thread, one.epoch).markers.positions).toEqual([6, 7])
    expect(plan(two.thread, two.epoch).markers).toEqual(plan(one.thread, one.epoch).markers)
    expect(store.threads.children(one.thread.parentId ?? '')).toHaveLength(2)
  })

  test('that is alone nothing is marked for siblings', () => {
    const { plan, fork } = spawned()
    const only = fork()
    expect(plan(only.thread, only.epoch).markers.positions).toEqual([7])
  })

  test('the place where the parent wrote before the branch point is marked, not a later one', () => {
    const { store, main, epoch, turn, append, plan, fork } = spawned()
    const written = (n: number, endPosition: number, positions: number[]) =>
      store.commit(() =>
        store.requests.insert(
          aRequest({
            threadId: main.id,
            turnId: turn.id,
            epochId: epoch.id,
            n,
            endPosition,
            markers: { system: true, positions },
          }),
        ),
      )
    written(1, 1, [0])
    const child = fork()
    append(main, epoch, ...modelForkMessage(['a', 'b'], 'x'))
    written(2, 8, [0, 7])
    expect(plan(child.thread, child.epoch).markers.positions).toEqual([0, 7])
  })

  test('under another snapshot nothing is shared, and what changed is named', () => {
    const { plan, fork, other } = spawned()
    const child = fork()
    const changed = { ...child.epoch, id: 'epc_other', snapshotId: other.id, startPosition: 8 }
    expect(plan(child.thread, changed, other)).toMatchObject({
      firstDifference: 'system.0.text: S → Other (new epoch)',
      prefix: { sharedWithParent: 0 },
    })
  })
})
