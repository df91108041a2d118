import { expect, test } from 'vitest'
import { threadId } from '../../shared/domain/ids'
import { mintId } from './mint-id'

test('ids are of their kind and sort in the order in which they were minted', () => {
  const ids = Array.from({ length: 50 }, () => mintId('thread'))
  expect(ids.every((id) => threadId.safeParse(id).success)).toBe(true)
  expect(ids.toSorted()).toEqual(ids)
})
