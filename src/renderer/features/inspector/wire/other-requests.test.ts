import { describe, expect, it } from 'vitest'
import type { Request } from '../../../../shared/domain/ledger'
import { viewRequest } from '../../../../testing/domain-views'
import { branchRequest, otherRequests } from './other-requests'

const answered = (n: number, blocks: number, fields: Partial<Request> = {}) =>
  viewRequest({
    id: `p${n}`,
    n,
    startedAt: n,
    firstEventAt: n,
    prefix: { link: '', blocks, sharedWithParent: 0, sharedWithPrevious: 0 },
    ...fields,
  })
const forkRequest = (sharedWithParent: number) =>
  viewRequest({ id: 'f1', prefix: { link: '', blocks: 99, sharedWithParent, sharedWithPrevious: 0 } })

describe('the request of the parent at the branch point', () => {
  const parent = [answered(1, 2), answered(2, 5), answered(3, 9), answered(4, 12)]

  it('is the longest one whose blocks were all inherited, also for a fork of an old turn', () => {
    expect(branchRequest({ createdAt: 100 }, forkRequest(7), parent)?.n).toBe(2)
    expect(branchRequest({ createdAt: 100 }, forkRequest(12), parent)?.n).toBe(4)
  })

  it('is the last one before the fork was made where nothing is shared', () => {
    expect(branchRequest({ createdAt: 3 }, forkRequest(0), parent)?.n).toBe(3)
  })

  it('is none that got no answer', () => {
    expect(branchRequest({ createdAt: 100 }, forkRequest(9), [answered(1, 2, { firstEventAt: null })])).toBeUndefined()
  })
})

it('offers the one before, then the parent’s, then all others from the last', () => {
  const own = [1, 2, 3, 4].map((n) => viewRequest({ id: `r${n}`, n }))
  const [, , third] = own
  if (!third) throw new Error('there are four')
  expect(otherRequests(third, own, answered(7, 3), 'Main')).toEqual([
    { id: 'r2', label: '#2, the one before' },
    { id: 'p7', label: '#7 of Main, at the branch point' },
    { id: 'r4', label: '#4' },
    { id: 'r1', label: '#1' },
  ])
  expect(otherRequests(third, [third], undefined, 'Main')).toEqual([])
})
