// With which other requests one is compared. Pure.
import type { Request } from '../../../../shared/domain/ledger'
import type { Thread } from '../../../../shared/domain/thread'

export interface OtherRequest {
  id: string
  label: string
}

/**
 * The parent's last request before the branch point: the longest answered one whose blocks the fork has all inherited.
 * Undefined where the parent sent none.
 */
export function branchRequest(
  thread: Pick<Thread, 'createdAt'>,
  first: Request | undefined,
  ofParent: readonly Request[],
): Request | undefined {
  const shared = first?.prefix.sharedWithParent ?? 0
  return ofParent.findLast(
    (request) =>
      request.firstEventAt !== null &&
      request.startedAt <= thread.createdAt &&
      (shared === 0 || request.prefix.blocks <= shared),
  )
}

/** The requests to choose from, the likeliest first: the one before, the parent's at the branch point, then all others. */
export function otherRequests(
  request: Request,
  own: readonly Request[],
  branch: Request | undefined,
  parentName: string,
): OtherRequest[] {
  const previous = own.find((each) => each.n === request.n - 1)
  const found: OtherRequest[] = []
  if (previous) found.push({ id: previous.id, label: `#${previous.n}, the one before` })
  if (branch) found.push({ id: branch.id, label: `#${branch.n} of ${parentName}, at the branch point` })
  const rest = own.filter((each) => each !== request && each !== previous).reverse()
  return [...found, ...rest.map((each) => ({ id: each.id, label: `#${each.n}` }))]
}
