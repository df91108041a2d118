import { expect, test } from 'vitest'
import type { Item } from '../../../shared/domain/turn'
import { aThread, aToolItem, aTurn, testId } from '../../../testing/records'
import { seedSession } from '../../../testing/seed-session'
import { temporaryStore } from '../../../testing/temporary-store'

const NOW = 1_000

/** A store with one session, and the ways to put something into it and to find it again. */
function seeded() {
  const { store, reopen } = temporaryStore()
  const { project, session, main, turn } = seedSession(store)
  const add = (item: Item, threadId = main.id) => store.commit(() => store.items.add(threadId, item))
  const say = (text: string, turnId = turn.id, threadId = main.id) => add(textItem(turnId, text), threadId)
  const search = (text: string, more: { projectId?: string; limit?: number } = {}) =>
    store.search({ text, projectId: more.projectId ?? null, limit: more.limit ?? 100, now: NOW })
  const snippets = async (text: string) => (await search(text)).hits.map(({ snippet }) => snippet)
  /** A further turn of the main thread with one text. */
  const another = (n: number, text: string) => {
    const next = aTurn({ threadId: main.id, n })
    store.commit(() => store.turns.insert(next))
    say(text, next.id)
    return next
  }
  return { store, reopen, project, session, main, turn, add, say, search, snippets, another }
}

function textItem(turnId: string, text: string): Item {
  return { id: testId('item'), turnId, at: 1, kind: 'text', text }
}

test('what was said is found, with its place and the words marked as data', async () => {
  const { session, main, turn, say, search } = seeded()
  say('The <b>cursor</b> is the heart of the parser.')
  const { hits, threads, sessions, more } = await search('PARS curs')
  expect(hits).toEqual([
    {
      sessionId: session.id,
      threadId: main.id,
      turnId: turn.id,
      itemId: expect.stringMatching(/^itm_/),
      kind: 'text',
      tool: null,
      n: 1,
      at: 1,
      parts: 1,
      snippet: 'The <b>cursor</b> is the heart of the parser.',
      marks: [
        [7, 11],
        [38, 42],
      ],
    },
  ])
  expect(threads).toMatchObject([{ id: main.id, sessionId: session.id, kind: 'main', state: 'idle', nth: 0 }])
  expect(sessions).toMatchObject([{ id: session.id, title: 'A session' }])
  expect(more).toBe(false)
})

test('a call is found by its tool, its input and its output, and only by what it says now', async () => {
  const { store, turn, add, search, snippets } = seeded()
  const call = aToolItem({ turnId: turn.id, toolUseId: 'toolu_1', name: 'bash', input: { command: 'npm run bench' } })
  add(call)
  store.commit(() => store.items.update({ ...call, state: 'done', output: 'seven zebras' }))
  expect((await search('bench zebra')).hits).toMatchObject([{ kind: 'tool', tool: 'bash' }])
  store.commit(() => store.items.update({ ...call, state: 'done', output: 'eight okapis' }))
  expect(await snippets('zebra')).toEqual([])
  expect(await snippets('bash okapi')).toHaveLength(1)
  expect(await snippets('command')).toEqual([])
})

test('titles and directives lead to the first turn, and what says the same in a turn is one hit', async () => {
  const { store, session, main, turn, say, search } = seeded()
  const directive = 'Write the parser as a PEG grammar.'
  const fork = aThread({ sessionId: session.id, parentId: main.id, title: 'Write the parser', directive })
  const first = aTurn({ threadId: fork.id })
  store.commit(() => {
    store.threads.insert(fork)
    store.turns.insert(first)
    store.sessions.update(session.id, { title: 'Splitting' })
  })
  expect((await search('peg')).hits).toMatchObject([
    { threadId: fork.id, turnId: first.id, itemId: null, kind: 'title' },
  ])
  expect((await search('splitting')).hits).toMatchObject([{ turnId: turn.id, kind: 'title', snippet: 'Splitting' }])
  say('You are a fork. Write the parser as a PEG grammar. Then again: PEG.', first.id, fork.id)
  expect((await search('peg')).hits).toMatchObject([{ turnId: first.id, kind: 'text', parts: 1 }])
  store.commit(() => store.threads.update(fork.id, { title: 'Grammar', directive: 'Something else' }))
  expect((await search('grammar else')).hits).toMatchObject([{ kind: 'title', snippet: 'Grammar Something else' }])
})

test('discarded and archived threads are searched like all others, and said to be such', async () => {
  const { store, session, main, say, search } = seeded()
  const fork = aThread({ sessionId: session.id, parentId: main.id, state: 'discarded', archivedAt: 5 })
  const turn = aTurn({ threadId: fork.id })
  store.commit(() => {
    store.threads.insert(fork)
    store.turns.insert(turn)
  })
  say('A phrase in a discarded branch.', turn.id, fork.id)
  const { hits, threads } = await search('"discarded branch"')
  expect(hits).toMatchObject([{ threadId: fork.id, turnId: turn.id }])
  expect(threads).toMatchObject([{ state: 'discarded', archivedAt: 5, nth: 1 }])
})

const FINDS: readonly [query: string, text: string][] = [
  ['解析器', '我们把解析器拆成三个文件。'],
  ['重写', '请重写它'],
  ['猫', '一只猫。'],
  ['パーサ', 'このパーサは速い'],
  ['파서', '이파서는 빠르다'],
  ['🌲', 'A tree 🌲 grows'],
  ['naïve', 'a NAIVE approach'],
  ['Expression', 'function parseExpression() {}'],
  ['foo_bar', 'let foo_bar = 1'],
  ['src/lexer.ts:12', 'at src/lexer.ts:123'],
  ['C++', 'written in C++'],
]

test('found are words without spaces between them, pictures, accents, names of code and their parts, and paths', async () => {
  const { snippets, another } = seeded()
  for (const [index, [, text]] of FINDS.entries()) another(index + 2, text)
  for (const [query, text] of FINDS) expect(await snippets(query), query).toEqual([text])
})

/** What a person types while typing, pastes, or tries. */
const TYPED = [
  ...['', ' ', '"', '"" "', "'", '*', 'a*b*', 'AND', 'x OR', 'NOT q', 'NEAR(a, 2', 'words:x', '{a} : b', '^q', '-q'],
  ...['(', 'q)', '\0', 'a\0b', '\ud800', '%_', 'rank', "'; DROP TABLE items; --"],
  ...['🌲', 'q ', 'OR ', '解', '"', 'x', '"q ', '(('].map((text) => text.repeat(10_000 / text.length)),
]

test('whatever a person types is no error', async () => {
  const { say, search } = seeded()
  say('Nothing of that.')
  for (const text of TYPED) expect((await search(text)).hits, text.slice(0, 20)).toEqual([])
})

test('the better and the more recent come first', async () => {
  const { store, main } = seeded()
  const day = 24 * 3_600_000
  const add = (n: number, at: number, text: string) =>
    store.commit(() => {
      const turn = aTurn({ threadId: main.id, n, startedAt: at })
      store.turns.insert(turn)
      store.items.add(main.id, textItem(turn.id, text))
      return turn.id
    })
  const filler = 'and many other words that are about something else altogether, one after the other '
  for (let n = 2; n < 20; n++) add(n, 1, filler)
  const old = add(20, 1, 'okapi')
  const recent = add(21, 365 * day, 'okapi')
  const aside = add(22, 365 * day, `${filler.repeat(20)} okapi`)
  const { hits } = await store.search({ text: 'okapi', projectId: null, limit: 100, now: 365 * day })
  expect(hits.map(({ turnId }) => turnId)).toEqual([recent, old, aside])
})

test('one project can be searched alone, and more hits than were asked for are said to be there', async () => {
  const { store, project, say, search, another } = seeded()
  const other = seedSession(store)
  say('okapi')
  for (let n = 2; n < 6; n++) another(n, `okapi ${n}`)
  store.commit(() => store.items.add(other.main.id, textItem(other.turn.id, 'okapi elsewhere')))
  expect((await search('okapi')).sessions).toHaveLength(2)
  expect((await search('okapi', { projectId: project.id })).sessions).toMatchObject([{ projectId: project.id }])
  expect(await search('okapi', { limit: 3 })).toMatchObject({ hits: [{}, {}, {}], more: true })
})

test('a snippet of a long text begins near the first word, cuts no character and shows its marks', async () => {
  const { say, search } = seeded()
  say(`${'🌲 lorem ipsum\n\n'.repeat(400)}the okapi ${'🌲'.repeat(400)}`)
  const { snippet, marks } = (await search('okapi')).hits[0] ?? { snippet: '', marks: [] }
  expect(snippet).toMatch(/^….*the okapi .*…$/u)
  expect(snippet.isWellFormed()).toBe(true)
  expect(marks.map(([from, to]) => snippet.slice(from, to))).toEqual(['okapi'])
})

test('searches answer in their order, also after the store was opened anew; a closed store answers none', async () => {
  const { store, reopen, say } = seeded()
  say('okapi')
  const ask = (text: string, of = store) => of.search({ text, projectId: null, limit: 100, now: NOW })
  const answers = await Promise.all(['okapi', 'zebra', 'oka'].map((text) => ask(text)))
  expect(answers.map(({ hits }) => hits.length)).toEqual([1, 0, 1])
  const again = reopen()
  expect((await ask('okapi', again)).hits).toHaveLength(1)
  const late = ask('okapi', again)
  again.close()
  await expect(late).rejects.toThrow('closed')
  await expect(ask('okapi', again)).rejects.toThrow('closed')
})
