// Threads, blocks, epochs and replacements seen through forks of forks.
import { describe, expect, test } from 'vitest'
import { aBlock, anEpoch, aSnapshot, aThread, aTurn, testId } from '../../../testing/records'
import { appendBlocks, seedSession } from '../../../testing/seed-session'
import { temporaryStore } from '../../../testing/temporary-store'
import type { ThreadRecord } from '../records'
import type { Store } from '../store'

/** A child of `parent` that leaves it at a position, with one turn of its own. */
function fork(store: Store, parent: ThreadRecord, branchPosition: number) {
  const thread = aThread({ sessionId: parent.sessionId, parentId: parent.id, branchPosition })
  const turn = aTurn({ threadId: thread.id })
  store.commit(() => {
    store.threads.insert(thread)
    store.turns.insert(turn)
  })
  return { thread, turn }
}

/** main: 0…9; child leaves at 6 and has 6…9; grandchild leaves the child at 8 and has 8…9. */
function family() {
  const { store, reopen } = temporaryStore()
  const { main, turn } = seedSession(store)
  appendBlocks(store, main.id, turn.id, 10)
  const child = fork(store, main, 6)
  appendBlocks(store, child.thread.id, child.turn.id, 4)
  const grandchild = fork(store, child.thread, 8)
  appendBlocks(store, grandchild.thread.id, grandchild.turn.id, 2)
  return { store, reopen, main, turn, child, grandchild }
}

const owners = (store: Store, threadId: string) => store.blocks.history(threadId).map((block) => block.threadId)

describe('the history of a thread', () => {
  test('is its ancestors up to their branch points, then its own, without gaps', () => {
    const { store, main, child, grandchild } = family()
    const [m, c, g] = [main.id, child.thread.id, grandchild.thread.id]
    expect(owners(store, m)).toEqual(Array(10).fill(m))
    expect(owners(store, c)).toEqual([...Array(6).fill(m), ...Array(4).fill(c)])
    expect(owners(store, g)).toEqual([...Array(6).fill(m), c, c, g, g])
    expect(store.blocks.history(g).map((block) => block.position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(store.threads.ancestors(g)).toEqual([
      { threadId: m, below: 6 },
      { threadId: c, below: 8 },
      { threadId: g, below: Number.MAX_SAFE_INTEGER },
    ])
  })

  test('of a fork that leaves within what its parent inherited comes from the grandparent alone', () => {
    const { store, main, child } = family()
    const { thread } = fork(store, child.thread, 3)
    expect(owners(store, thread.id)).toEqual([main.id, main.id, main.id])
    expect(store.threads.ancestors(thread.id).map((part) => part.below)).toEqual([3, 3, Number.MAX_SAFE_INTEGER])
  })

  test('does not see what an ancestor said after the branch point', () => {
    const { store, main, turn, child } = family()
    const before = store.blocks.history(child.thread.id)
    appendBlocks(store, main.id, turn.id, 5)
    expect(store.blocks.history(child.thread.id)).toEqual(before)
  })

  test('is read by range, by position, at its end and in its own part', () => {
    const { store, child, grandchild } = family()
    const { history, at, last, own, count } = store.blocks
    const id = grandchild.thread.id
    expect(history(id, 5, 9).map((block) => block.position)).toEqual([5, 6, 7, 8])
    expect(history(id, 20)).toEqual([])
    expect(at(id, 7)?.threadId).toBe(child.thread.id)
    expect(at(id, 10)).toBeUndefined()
    expect(at(id, -1)).toBeUndefined()
    expect(last(id)?.position).toBe(9)
    expect(own(id).map((block) => block.position)).toEqual([8, 9])
    expect(count(id)).toBe(10)
  })

  test('of a fork that has not spoken yet ends at its branch point', () => {
    const { store, main } = family()
    const { thread } = fork(store, main, 4)
    expect(store.blocks.count(thread.id)).toBe(4)
    expect(store.blocks.last(thread.id)?.threadId).toBe(main.id)
    expect(store.blocks.own(thread.id)).toEqual([])
  })

  test('of a thread with a fresh context begins with itself', () => {
    const { store, main } = family()
    const { thread, turn } = fork(store, main, 0)
    expect(store.blocks.history(thread.id)).toEqual([])
    expect(store.blocks.last(thread.id)).toBeUndefined()
    appendBlocks(store, thread.id, turn.id, 2)
    expect(owners(store, thread.id)).toEqual([thread.id, thread.id])
  })

  test('keeps the bytes of every block over a restart', () => {
    const { store, reopen, grandchild } = family()
    const before = store.blocks.history(grandchild.thread.id)
    expect(reopen().blocks.history(grandchild.thread.id)).toEqual(before)
  })
})

describe('blocks', () => {
  test('are only appended at the end of the history', () => {
    const { store, child } = family()
    const at = (position: number) => () =>
      store.commit(() => store.blocks.append([aBlock({ threadId: child.thread.id, turnId: child.turn.id, position })]))
    expect(at(12)).toThrow('ends at 10, not at 12')
    expect(at(9)).toThrow('ends at 10, not at 9')
    expect(at(10)).not.toThrow()
  })

  test('of an unknown thread are none', () => {
    const { store } = family()
    expect(store.blocks.history('thr_unknown')).toEqual([])
    expect(store.threads.ancestors('thr_unknown')).toEqual([])
  })
})

describe('the epoch', () => {
  function epochs() {
    const all = family()
    const { store, main, child } = all
    const first = anEpoch({ threadId: main.id, n: 1, startPosition: 0 })
    const second = anEpoch({ threadId: main.id, n: 2, startPosition: 4, firstPosition: 4 })
    const behind = anEpoch({ threadId: main.id, n: 3, startPosition: 6 })
    store.commit(() => {
      store.snapshots.put(aSnapshot())
      for (const epoch of [first, second, behind]) store.epochs.insert(epoch)
    })
    return { ...all, first, second, behind, child }
  }

  test('of a fork without one of its own is that of the last block it inherits', () => {
    const { store, second, behind, main, child, grandchild } = epochs()
    expect(store.epochs.current(main.id)).toEqual(behind)
    expect(store.epochs.current(child.thread.id)).toEqual(second)
    expect(store.epochs.current(grandchild.thread.id)).toEqual(second)
    expect(store.epochs.ofThread(child.thread.id)).toEqual([])
  })

  test('covering a position is the one begun last at or before it', () => {
    const { store, first, second, behind, main, child } = epochs()
    expect(store.epochs.covering(child.thread.id, 3)).toEqual(first)
    expect(store.epochs.covering(child.thread.id, 4)).toEqual(second)
    expect(store.epochs.covering(child.thread.id, 9)).toEqual(second)
    expect(store.epochs.covering(main.id, 9)).toEqual(behind)
  })

  test('of its own begins where it says, and what was inherited keeps its epochs', () => {
    const { store, first, second, child, grandchild } = epochs()
    const own = anEpoch({ threadId: child.thread.id, n: store.epochs.nextN(child.thread.id), startPosition: 7 })
    store.commit(() => store.epochs.insert(own))
    expect(store.epochs.current(child.thread.id)).toEqual(own)
    expect(store.epochs.current(grandchild.thread.id)).toEqual(own)
    expect(store.epochs.covering(child.thread.id, 6)).toEqual(second)
    expect(store.epochs.covering(child.thread.id, 0)).toEqual(first)
    expect(store.epochs.nextN(child.thread.id)).toBe(2)
  })

  test('of a thread that has sent nothing is none', () => {
    const { store, main } = family()
    expect(store.epochs.current(main.id)).toBeUndefined()
    expect(store.epochs.covering(main.id, 0)).toBeUndefined()
  })
})

describe('a replacement', () => {
  test('is decided once: a later decision about the same result keeps the first', () => {
    const { store, main } = family()
    const first = { threadId: main.id, toolUseId: 'toolu_1', replacementJson: '"short"', outputFile: 'a', position: 2 }
    expect(store.commit(() => store.replacements.freeze(first))).toEqual(first)
    expect(store.commit(() => store.replacements.freeze({ ...first, replacementJson: null }))).toEqual(first)
    expect(store.replacements.get(main.id, 'toolu_1')).toEqual(first)
  })

  test('is inherited below the branch point and not behind it', () => {
    const { store, main, child, grandchild } = family()
    const decision = (threadId: string, toolUseId: string, position: number) => {
      const record = { threadId, toolUseId, replacementJson: null, outputFile: null, position }
      return store.commit(() => store.replacements.freeze(record))
    }
    const inherited = decision(main.id, 'toolu_1', 5)
    decision(main.id, 'toolu_2', 6)
    const childs = decision(child.thread.id, 'toolu_3', 7)
    const own = decision(grandchild.thread.id, 'toolu_4', 9)
    expect(store.replacements.ofHistory(grandchild.thread.id)).toEqual([inherited, childs, own])
    expect(store.replacements.get(grandchild.thread.id, 'toolu_1')).toEqual(inherited)
    expect(store.replacements.get(grandchild.thread.id, 'toolu_2')).toBeUndefined()
  })
})

test('a thread cannot come before its parent', () => {
  const { store, main } = family()
  const orphan = aThread({ sessionId: main.sessionId, parentId: testId('thread') })
  expect(() => store.commit(() => store.threads.insert(orphan))).toThrow('FOREIGN KEY')
})
