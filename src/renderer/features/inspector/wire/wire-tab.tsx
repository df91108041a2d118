import { useState } from 'react'
import type { Request } from '../../../../shared/domain/ledger'
import type { Thread } from '../../../../shared/domain/thread'
import { useApp, useSession } from '../../../state/store'
import { showOnWire } from '../../../state/ui-actions'
import { ProblemNote } from '../../../ui/problem-note'
import { useRequests } from '../use-requests'
import { branchRequest } from './other-requests'
import { RequestList } from './request-list'
import styles from './request-list.module.css'
import { type RequestPane, RequestView } from './request-view'

/** What a thread sent, exactly: all its requests, or one of them. */
export function WireTab({ thread }: { thread: Thread }) {
  const { requests, problem } = useRequests(thread.id)
  const ofParent = useRequests(thread.parentId).requests
  const parentName = useSession((session) => nameOf(session.threads[thread.parentId ?? '']), '')
  const wanted = useApp(({ ui }) => ui.wireRequestId)
  const shown = requests?.find((request) => request.id === wanted)
  // Until the person chooses: what was asked for by its red mark is shown where it differs.
  const [chosen, setChosen] = useState<{ of: string; pane: RequestPane } | null>(null)
  const pane = chosen && chosen.of === shown?.id ? chosen.pane : shown?.firstDifference ? 'difference' : 'body'
  const branch = branchRequest(thread, requests?.[0], ofParent ?? [])
  const open = (request: Request, what: RequestPane) => {
    setChosen({ of: request.id, pane: what })
    showOnWire(thread.id, request.id)
  }
  if (problem) return <ProblemNote>{problem}</ProblemNote>
  if (!requests) {
    return (
      <p className={styles.none} aria-busy="true">
        Reading the requests…
      </p>
    )
  }
  if (requests.length === 0) return <p className={styles.none}>No request was sent yet.</p>
  if (!shown) {
    return <RequestList thread={thread} requests={requests} branch={branch} parentName={parentName} onOpen={open} />
  }
  return (
    <RequestView
      request={shown}
      requests={requests}
      branch={branch}
      parentName={parentName}
      pane={pane}
      onPane={(next) => setChosen({ of: shown.id, pane: next })}
      onShow={(request) => (request ? open(request, pane) : showOnWire(thread.id, null))}
    />
  )
}

function nameOf(parent: Thread | undefined): string {
  if (!parent) return 'its parent'
  return parent.kind === 'main' ? 'Main' : `“${parent.title}”`
}
