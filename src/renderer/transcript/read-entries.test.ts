import { expect, test } from 'vitest'
import type { LiveItem } from '../../shared/projection/session-view'
import { textItem, toolItem } from '../../testing/domain-views'
import { answerOf, promptOf, readEntries, readPartialInput, sameEntry } from './read-entries'

const live = (fields: Partial<LiveItem> & Pick<LiveItem, 'id'>): LiveItem => ({
  turnId: 'trn_1',
  threadId: 'thr_1',
  channel: 'text',
  name: null,
  text: '',
  ...fields,
})
const prompt = { id: 'p', turnId: 'trn_1', at: 1, kind: 'user' as const, text: 'Do it' }

test('calls that follow each other are one entry, texts between them part them', () => {
  const entries = readEntries([
    prompt,
    toolItem({ id: 'a' }),
    toolItem({ id: 'b' }),
    textItem('c', 'so'),
    toolItem({ id: 'd' }),
  ])
  expect(entries.map((entry) => entry.kind)).toEqual(['prompt', 'calls', 'text', 'calls'])
  expect(entries[1]).toMatchObject({ calls: [{ id: 'a' }, { id: 'b' }] })
})

test('what streams comes after what is stored', () => {
  const entries = readEntries([textItem('a', 'stored')], [live({ id: 'b', text: 'grow' })])
  expect(entries).toMatchObject([
    { text: 'stored', streaming: false },
    { text: 'grow', streaming: true },
  ])
})

test('a call is shown while its input is being written, with the fields that are there', () => {
  const entries = readEntries(
    [],
    [live({ id: 'a', channel: 'input', name: 'write', text: '{"file_path":"src/a.ts","content":"con' })],
  )
  expect(entries).toMatchObject([
    { kind: 'calls', calls: [{ name: 'write', state: 'writing', input: { file_path: 'src/a.ts', content: 'con' } }] },
  ])
})

test('live output belongs to its running call; without the call it waits', () => {
  const output = live({ id: 'a', channel: 'output', text: 'line' })
  expect(readEntries([toolItem({ id: 'a', state: 'running' })], [output])).toMatchObject([
    { calls: [{ tail: 'line' }] },
  ])
  expect(readEntries([], [output])).toEqual([])
})

test('partial input is read up to a cut escape', () => {
  expect(readPartialInput('{"a":"x\\n\\"y\\"","b":"z\\u00')).toEqual({ a: 'x\n"y"', b: 'z' })
  expect(readPartialInput('{"a":"back\\\\')).toEqual({ a: 'back\\' })
  expect(readPartialInput('')).toEqual({})
})

test('what is stored and unchanged gives the very same entries, so that nothing renders again', () => {
  const items = [textItem('a', 'x'), toolItem({ id: 'b' }), toolItem({ id: 'c' })]
  const first = readEntries(items)
  const second = readEntries([...items])
  expect(first.every((entry, index) => second[index] && sameEntry(entry, second[index]))).toBe(true)
  const grown = readEntries([...items, toolItem({ id: 'd' })])
  expect(first[1] && grown[1] && sameEntry(first[1], grown[1])).toBe(false)
})

test('the answer is what was said after the last call; the prompt is what the person said first', () => {
  const entries = readEntries([
    prompt,
    textItem('a', 'I look'),
    toolItem({ id: 'b' }),
    textItem('c', 'It is'),
    textItem('d', 'so'),
  ])
  expect(answerOf(entries)).toBe('It is\n\nso')
  expect(promptOf(entries)).toBe('Do it')
  expect(promptOf([])).toBeNull()
})
