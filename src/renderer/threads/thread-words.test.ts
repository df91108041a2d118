import { expect, test } from 'vitest'
import { threadState } from '../../shared/domain/thread'
import { viewThread } from '../../testing/domain-views'
import { shortReason, threadWords } from './thread-words'

const thread = (fields: Partial<Parameters<typeof viewThread>[0]>) =>
  viewThread({ id: 'thr_1', createdAt: 1000, ...fields })

test('every state has its words, its icon and its pattern, and no two share both word and icon', () => {
  const said = threadState.options.map((state) => threadWords(thread({ state }), 5000))
  expect(said.every((words) => words.word !== '' && words.icon && words.pattern)).toBe(true)
  expect(new Set(said.map((words) => `${words.word} ${words.icon}`)).size).toBe(threadState.options.length)
})

test('a fork that runs says since when; one that is done says how long it took', () => {
  expect(threadWords(thread({ state: 'streaming' }), 5000)).toMatchObject({ word: 'streaming', since: 1000 })
  expect(threadWords(thread({ state: 'done', endedAt: 401_000 }), 9e9).word).toBe('done · 6 m 40 s')
})

test('silence is told in whole minutes and drawn as waiting', () => {
  const words = threadWords(thread({ state: 'streaming', silentSince: 10_000 }), 10_000 + 6.5 * 60_000)
  expect(words).toMatchObject({ word: 'silent for 6 minutes', icon: 'silent', pattern: 'dashed' })
})

test('brought back comes before done, and archived is added', () => {
  expect(threadWords(thread({ state: 'done', broughtBackAt: 2000 }), 3000).icon).toBe('home')
  expect(threadWords(thread({ state: 'stopped', archivedAt: 2000 }), 3000).word).toBe('stopped by you · archived')
})

test('what waits for the person and what failed differ in tone from the rest', () => {
  const toneOf = (state: Parameters<typeof thread>[0]['state']) => threadWords(thread({ state }), 1).tone
  expect([toneOf('waiting-approval'), toneOf('failed'), toneOf('queued')]).toEqual(['wait', 'bad', 'plain'])
})

test('that a person interrupted it is said once, and where a discarded folder went is not said in a row', () => {
  const byYou = thread({ state: 'interrupted', stateReason: 'Interrupted by you.' })
  expect(threadWords(byYou, 1).word).toBe('interrupted by you')
  expect(shortReason(byYou)).toBeNull()
  const byCrash = thread({ state: 'interrupted', stateReason: 'Interrupted by a crash.' })
  expect(threadWords(byCrash, 1).word).toBe('interrupted by a crash')
  expect(shortReason(byCrash)).toBeNull()
  const early = thread({ state: 'interrupted', stateReason: 'Interrupted by a crash before it began.' })
  expect([threadWords(early, 1).word, shortReason(early)]).toEqual(['interrupted', 'by a crash before it began.'])
  expect(shortReason(thread({ state: 'discarded', stateReason: 'Discarded; kept at /data/rescued/x.' }))).not.toContain(
    '/data',
  )
})

test('a limit says until when, and a place in line which one', () => {
  const limited = 'Rate-limited by the provider (429) until 14:42:07 (req_1).'
  expect(threadWords(thread({ state: 'rate-limited', stateReason: limited }), 1).word).toBe('rate-limited until 14:42')
  expect(threadWords(thread({ state: 'rate-limited' }), 1).word).toBe('rate-limited')
  const inLine = (n: number) => thread({ state: 'queued', stateReason: `Number ${n} in line.` })
  expect([1, 2, 3, 11].map((n) => threadWords(inLine(n), 1).word.split(' ')[1])).toEqual(['1st', '2nd', '3rd', '11th'])
  expect(shortReason(inLine(1))).toBeNull()
  expect(shortReason(thread({ state: 'rate-limited', stateReason: limited }))).toContain('goes on by itself')
  const others = 'Rate-limited by the provider (429); waits until others are done (req_1).'
  expect(shortReason(thread({ state: 'rate-limited', stateReason: others }))).toBe(others)
})

test('of a worktree that is gone a row says that it is, and the way on, without its path', () => {
  const stateReason = 'The worktree /data/worktrees/thr_1/abacus cannot be used: its folder is gone.'
  expect(shortReason(thread({ state: 'worktree-missing', stateReason }))).toBe(
    'its folder is gone; resuming makes it again',
  )
})
