// Committing and sealing results on a real store: the decision is one row in the transaction that makes it true.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/domain/settings'
import { ManualClock } from '../../../testing/manual-clock'
import { anEpoch, aSnapshot, aToolCall, aToolItem, testId } from '../../../testing/records'
import { appendBlocks as appendTestBlocks, seedSession } from '../../../testing/seed-session'
import { temporaryFolder, temporaryStore } from '../../../testing/temporary-store'
import type { ToolCallRecord } from '../../store/records'
import type { ToolContent, ToolContentBlock } from '../ports/tools'
import { closeCall, commitResult } from './results'
import { sealUserMessage } from './sealing'

const IMAGE: ToolContentBlock = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(90_000) },
}

/** A thread with open calls of these ids, and the parts the services need. */
function scene(ids: string[], changed: Partial<Settings> = {}) {
  const temporary = temporaryStore()
  const { store } = temporary
  const { main, turn } = seedSession(store)
  appendTestBlocks(store, main.id, turn.id, 2)
  const epoch = anEpoch({ threadId: main.id })
  const calls = ids.map((toolUseId, ordinal) => aToolCall({ threadId: main.id, turnId: turn.id, toolUseId, ordinal }))
  store.commit(() => {
    store.snapshots.put(aSnapshot({ text: '{"model":"m","max_tokens":1,"system":[],"tools":[]}' }))
    store.epochs.insert(epoch)
    store.toolCalls.insert(calls)
    for (const call of calls)
      store.items.add(main.id, aToolItem({ id: call.itemId, turnId: turn.id, toolUseId: call.toolUseId }))
  })
  const parts = {
    store,
    clock: new ManualClock(),
    ids: { next: testId },
    hash: (text: string) => createHash('sha256').update(text).digest('hex'),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    settings: () => ({ ...DEFAULT_SETTINGS, ...changed }),
    outputsDir: join(temporaryFolder(), 'outputs'),
  }
  const commit = (call: ToolCallRecord | undefined, content: ToolContent) =>
    commitResult(
      parts,
      call ?? aToolCall({ threadId: '', turnId: '', toolUseId: '' }),
      { content, isError: false },
      'done',
    )
  const seal = async () => {
    await sealUserMessage(parts, main, turn.id, epoch)
    return store.blocks
      .own(main.id)
      .flatMap((block) => (block.type === 'tool_result' ? [JSON.parse(block.json).content as ToolContent] : []))
  }
  const decision = (id: string) => store.replacements.get(main.id, id)
  return { ...parts, main, turn, calls, commit, seal, decision, temporary }
}

describe('a result', () => {
  test('of 50,000 characters is sent whole, one more is replaced, and each is decided once', async () => {
    const { calls, commit, seal, decision } = scene(['a', 'b'])
    await commit(calls[0], 'x'.repeat(50_000))
    await commit(calls[1], 'x'.repeat(50_001))
    expect(decision('a')).toBeUndefined()
    const [whole, preview] = await seal()
    expect(whole).toBe('x'.repeat(50_000))
    expect(preview).toMatch(/^x{2000}\n\n\[The first 2000 of 50001 characters \(1 lines\)/)
    expect(decision('a')).toMatchObject({ replacementJson: null, outputFile: null })
    expect(decision('b')).toMatchObject({
      replacementJson: JSON.stringify(preview),
      outputFile: expect.stringMatching(/\.txt$/),
    })
  })

  test('is stored as a file once, whole, and never in the row', async () => {
    const { calls, commit, decision, outputsDir, store, main } = scene(['a'])
    const text = `${'🌲'.repeat(30_000)}\ud83c`
    await commit(calls[0], text)
    expect(readFileSync(join(outputsDir, decision('a')?.outputFile ?? ''), 'utf8')).toBe(`${'🌲'.repeat(30_000)}\ufffd`)
    expect(store.toolCalls.get(main.id, 'a')?.resultJson?.length).toBeLessThan(3000)
  })

  test('cuts no character for its preview', async () => {
    const { calls, commit, seal } = scene(['a'], { 'replace.previewChars': 101 })
    await commit(calls[0], '🌲'.repeat(30_000))
    expect((await seal())[0]).toMatch(/^(🌲){50}\n\n\[The first 100 of 60000/)
  })

  test('of carriage returns only is replaced by something that says so', async () => {
    const { calls, commit, seal } = scene(['a'])
    await commit(calls[0], '\r'.repeat(60_000))
    expect((await seal())[0]).toMatch(/\(60001 lines\)/)
  })

  test('with an image, and an empty one, are left alone', async () => {
    const { calls, commit, seal, decision } = scene(['image', 'empty', 'blank'], { 'replace.messageChars': 1000 })
    await commit(calls[0], [IMAGE, { type: 'text', text: 'y'.repeat(60_000) }])
    await commit(calls[1], '')
    await commit(calls[2], [{ type: 'text', text: ' \n' }])
    expect(await seal()).toEqual([[IMAGE, { type: 'text', text: 'y'.repeat(60_000) }], '(no output)', '(no output)'])
    for (const id of ['image', 'empty', 'blank']) expect(decision(id)?.replacementJson).toBeNull()
  })

  test('whose file cannot be written is frozen as not replaced, also when the disk is well again at the seal', async () => {
    const { calls, commit, seal, decision, outputsDir } = scene(['a'], { 'replace.messageChars': 1000 })
    writeFileSync(outputsDir, 'in the way')
    expect(await commit(calls[0], 'x'.repeat(60_000))).toBe(true)
    expect(decision('a')).toMatchObject({ replacementJson: null, outputFile: null })
    expect(await seal()).toEqual(['x'.repeat(60_000)])
  })

  test('that comes after its call was closed is dropped, and decides nothing', async () => {
    const { calls, commit, seal, decision, store, clock } = scene(['a'])
    const [call] = calls
    if (call)
      store.commit((tx) =>
        closeCall({ store, clock }, tx, call, { content: 'Interrupted.', isError: true }, 'interrupted'),
      )
    expect(await commit(call, 'x'.repeat(60_000))).toBe(false)
    expect(await seal()).toEqual(['Interrupted.'])
    expect(decision('a')?.replacementJson).toBeNull()
  })
})

describe('the results of a message', () => {
  const texts = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter, n) => letter.repeat(45_000 + n * 100))

  test('over 200,000 characters are replaced from the largest on, in the transaction that seals them', async () => {
    const { calls, commit, seal, decision } = scene(['a', 'b', 'c', 'd', 'e', 'f'])
    for (const [n, text] of texts.entries()) await commit(calls[n], text)
    const sealed = await seal()
    expect(sealed.slice(0, 4)).toEqual(texts.slice(0, 4))
    expect(sealed.slice(4).every((content) => String(content).includes('The whole output is stored'))).toBe(true)
    expect(['d', 'e', 'f'].map((id) => decision(id)?.replacementJson !== null)).toEqual([false, true, true])
    expect(await seal()).toEqual(sealed)
  })

  test('are sent whole when the files cannot be written', async () => {
    const { calls, commit, seal, outputsDir } = scene(['a', 'b', 'c', 'd', 'e', 'f'])
    writeFileSync(outputsDir, 'in the way')
    for (const [n, text] of texts.entries()) await commit(calls[n], text)
    expect(await seal()).toEqual(texts)
  })

  test('and their decisions are the same after the store was opened again', async () => {
    const { calls, commit, seal, main, temporary } = scene(['a', 'b', 'c', 'd', 'e', 'f'])
    for (const [n, text] of texts.entries()) await commit(calls[n], text)
    const sealed = await seal()
    const store = temporary.reopen()
    const blocks = store.blocks.own(main.id).filter((block) => block.type === 'tool_result')
    expect(blocks.map((block) => JSON.parse(block.json).content)).toEqual(sealed)
    expect(store.replacements.ofHistory(main.id).map((each) => each.replacementJson !== null)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ])
  })
})
