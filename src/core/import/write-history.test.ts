// Whatever stands in a transcript, what is stored of it is a history that a server takes.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { Transcript } from '../../testing/transcript'
import { HistoryCheck } from './check-history'
import type { DraftRow } from './draft-rows'
import { objectsOfLine } from './line-objects'
import { readEntry } from './transcript-entry'
import { writeSession } from './transcript-session'
import { buildTree } from './transcript-tree'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

function rowsOf(script: Transcript): DraftRow[] {
  const entries = script
    .text()
    .trimEnd()
    .split('\n')
    .flatMap((line) => objectsOfLine(line).objects)
    .flatMap((object) => readEntry(object) ?? [])
  const rows: DraftRow[] = []
  let n = 0
  const mint = (kind: string) => `${kind}-${n++}`
  writeSession(buildTree(entries), { mint, hash, fileAt: 1, agents: new Map(), emit: (row) => rows.push(row) })
  return rows
}

/** Throws what is wrong with it, if anything is. */
function check(rows: readonly DraftRow[]): void {
  const history = new HistoryCheck(hash)
  for (const { row, value } of rows) if (row === 'snapshot') history.addSnapshot(value)
  for (const { row, value } of rows) {
    if (row !== 'thread') continue
    expect(history.addThread(value)).toBe(value.branchLink)
    for (const own of rows) if (own.row === 'epoch' && own.value.threadId === value.id) history.addEpoch(own.value)
    for (const own of rows)
      if (own.row === 'block' && own.value.threadId === value.id)
        expect(history.addBlock(own.value)).toBe(own.value.link)
  }
  history.finish()
}

const texts = (rows: readonly DraftRow[]) => rows.flatMap((row) => (row.row === 'block' ? row.value.json : []))
const threads = (rows: readonly DraftRow[]) => rows.flatMap((row) => (row.row === 'thread' ? row.value : []))

test('calls without a result, results without a call, empty texts and half characters are repaired', () => {
  const script = new Transcript()
  script.says('It begins with an answer.', 'm0')
  script.result('toolu_gone', 'orphan')
  script.calls('toolu_1', 'mcp__x__do', { text: 'half \ud83d' }, 'm1')
  script.user('   ')
  script.user('No result came')
  script.calls('toolu_1', 'Read', {}, 'm2')
  script.result('toolu_1', [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'no base64!' } }])
  script.answer({ type: 'server_tool_use', id: 'srv', name: 'web_search', input: {} }, 'm3')
  script.answer({ type: 'thinking', thinking: 'Only this.', signature: 's' }, 'm4')
  script.calls('bad id!', 'odd name!', {}, 'm5')
  const rows = rowsOf(script)
  check(rows)
  expect(texts(rows).join('')).toContain('beginning of this conversation is not in the transcript')
  expect(texts(rows).filter((json) => json.includes('"is_error":true'))).toHaveLength(2)
})

test('parents that form a circle, that are missing or that come later make no circle', () => {
  const script = new Transcript()
  const first = script.user('One', { parent: '00000000-9999' })
  script.says('Two', 'm1', { parent: first })
  for (const [uuid, parentUuid] of [
    ['a', 'b'],
    ['b', 'a'],
    ['c', 'c'],
  ])
    script.raw({ type: 'user', uuid, parentUuid, message: { role: 'user', content: `I am ${uuid}` } })
  script.raw({ type: 'user', uuid: 'c', parentUuid: 'a', message: { role: 'user', content: 'twice' } })
  const rows = rowsOf(script)
  check(rows)
  expect(texts(rows).join('')).not.toContain('twice')
})

test('a summary begins an epoch, and what stands before it can be forked as it was', () => {
  const script = new Transcript()
  script.user('One')
  script.says('Two', 'm1')
  const boundary = script.add('system', { subtype: 'compact_boundary', logicalParentUuid: 'x' }, { parent: null })
  script.add(
    'user',
    { isCompactSummary: true, message: { role: 'user', content: 'So far: one, two.' } },
    { parent: boundary },
  )
  script.user('Three')
  script.says('Four', 'm2')
  const rows = rowsOf(script)
  check(rows)
  expect(threads(rows)).toHaveLength(1)
  const epochs = rows.flatMap((row) => (row.row === 'epoch' ? row.value.firstPosition : []))
  expect(epochs).toEqual([0, 2])
})

test('an answer begun again, a question asked otherwise and a first message written anew are branches', () => {
  const script = new Transcript()
  const first = script.user('First try', { parent: null })
  script.says('Answer A', 'mA')
  script.says('Answer B', 'mB', { parent: first })
  script.user('Another beginning', { parent: null })
  const call = script.calls('toolu_x', 'Bash', { command: 'ls' }, 'mC')
  script.result('toolu_x', 'a b', {}, { parent: call })
  script.user('Instead of the result', { parent: call })
  script.says('Fine', 'mD')
  const rows = rowsOf(script)
  check(rows)
  expect(threads(rows).map(({ kind, branchPosition }) => [kind, branchPosition])).toEqual([
    ['main', 0],
    ['branch', 0],
    ['branch', 1],
  ])
})
