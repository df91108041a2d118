import { expect, test } from 'vitest'
import { openView, viewThread, viewTurn } from '../../../testing/domain-views'
import { commonTurn } from './common-turn'

const MAIN = openView().session.mainThreadId
const at = (turnId: string) => ({ turnId, message: 2, link: 'l' })
const turns = [1, 2, 3].map((n) => viewTurn({ id: `t${n}`, threadId: MAIN, n }))
const own = viewTurn({ id: 'a1', threadId: 'a', n: 1 })
const session = {
  ...openView([
    viewThread({ id: 'a', parentId: MAIN, branchPoint: at('t2') }),
    viewThread({ id: 'b', parentId: MAIN, branchPoint: at('t2') }),
    viewThread({ id: 'c', parentId: MAIN, branchPoint: at('t1') }),
    viewThread({ id: 'below', parentId: 'a', branchPoint: at('a1') }),
    viewThread({ id: 'early', parentId: MAIN, branchPoint: { turnId: null, message: 0, link: '' } }),
  ]),
  turns: { [MAIN]: turns, a: [own] },
}
const parting = (...ids: string[]) => {
  const common = commonTurn(session, ids)
  return [common?.threadId, common?.turn?.id]
}

test('siblings part at the turn they leave', () => {
  expect(parting('a', 'b')).toEqual([MAIN, 't2'])
})

test('threads that leave at different turns part at the earlier one', () => {
  expect(parting('a', 'b', 'c')).toEqual([MAIN, 't1'])
})

test('a thread and one that hangs below it part where the lower one leaves', () => {
  expect(parting('below', 'a')).toEqual(['a', 'a1'])
  expect(parting('below', 'b')).toEqual([MAIN, 't2'])
})

test('what left before the first turn has no turn in common', () => {
  expect(parting('early', 'a')).toEqual([MAIN, undefined])
})
