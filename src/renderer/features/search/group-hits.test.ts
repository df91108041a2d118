import { expect, test } from 'vitest'
import type { FoundThread, SearchAnswer, SearchHit } from '../../../shared/domain/search'
import { foundMark, foundWords, groupHits, placeWords } from './group-hits'

const hit = (sessionId: string, turnId: string): SearchHit => ({
  sessionId,
  threadId: `thread of ${sessionId}`,
  turnId,
  snippet: '',
  marks: [],
  itemId: null,
  kind: 'text',
  tool: null,
  n: 1,
  at: 1,
  parts: 1,
})

const thread = (sessionId: string): FoundThread => ({
  id: `thread of ${sessionId}`,
  sessionId,
  kind: 'fork',
  title: 'A fork',
  state: 'done',
  archivedAt: null,
  nth: 1,
})

const session = (id: string) => ({ id, projectId: 'prj', title: id, updatedAt: 1 })

const answer = (...hits: SearchHit[]): SearchAnswer => ({
  hits,
  threads: [thread('a'), thread('b')],
  sessions: [session('a'), session('b')],
  more: false,
})

test('the session of the best hit comes first, and every hit knows its place in the list as it is shown', () => {
  const groups = groupHits(answer(hit('b', '1'), hit('a', '2'), hit('b', '3'), hit('gone', '4')))
  expect(groups.map((group) => [group.session.id, group.hits.map((each) => [each.hit.turnId, each.index])])).toEqual([
    [
      'b',
      [
        ['1', 0],
        ['3', 1],
      ],
    ],
    ['a', [['2', 2]]],
  ])
})

test('a thread has the letter and the hue it has in its session; what is discarded has none', () => {
  expect(foundMark({ nth: 0, state: 'idle' })).toEqual({ letter: '', hue: 0 })
  expect(foundMark({ nth: 2, state: 'done' })).toEqual({ letter: 'B', hue: 2 })
  expect(foundMark({ nth: 7, state: 'discarded' })).toEqual({ letter: 'G', hue: 'off' })
})

test('the state is said in the words used everywhere', () => {
  expect(foundWords({ kind: 'fork', state: 'discarded', archivedAt: null })).toMatchObject({
    word: 'discarded',
    icon: 'discarded',
  })
  expect(foundWords({ kind: 'fork', state: 'done', archivedAt: 5 }).word).toBe('done · archived')
})

test('the place is said: turn, part, and how many parts more', () => {
  expect(placeWords({ n: 7, kind: 'tool', tool: 'bash', parts: 3 })).toBe('turn 7 · bash, and 2 more')
  expect(placeWords({ n: 1, kind: 'notification', tool: null, parts: 1 })).toBe('turn 1 · report')
})
