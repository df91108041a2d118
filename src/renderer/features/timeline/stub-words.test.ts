import { expect, test } from 'vitest'
import { viewThread } from '../../../testing/domain-views'
import { stubDetail, stubName } from './stub-words'

const fork = (fields: Partial<Parameters<typeof viewThread>[0]>) =>
  viewThread({ id: 'a', title: 'PEG', steps: 2, ...fields })

test('a fork is named after its directive, on one line', () => {
  expect(stubName(fork({ directive: 'PEG:\n  one grammar' }))).toBe('PEG: one grammar')
  expect(stubName(fork({}))).toBe('PEG')
  expect(stubName(fork({ directive: 'x'.repeat(500) }))).toHaveLength(301)
})

test('its second line is what it does, else why it is so, else what it was told beyond its title', () => {
  expect(stubDetail(fork({ activity: 'bash ls', stateReason: 'why' }))).toEqual({ text: 'bash ls', code: true })
  expect(stubDetail(fork({ stateReason: 'why', directive: 'told' })).text).toBe('why')
  expect(stubDetail(fork({ directive: 'told\nmore' })).text).toBe('told more')
  expect(stubDetail(fork({ directive: 'PEG' })).text).toBe('2 steps')
})

test('a fork that is done says what it reported', () => {
  const done = fork({ state: 'done', report: '96 of 104 pass.', directive: 'told' })
  expect(stubDetail(done).text).toBe('96 of 104 pass.')
  expect(stubDetail({ ...done, state: 'stopped' }).text).toBe('told')
})
