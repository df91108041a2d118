import { useEffect, useState } from 'react'
import type { Request } from '../../../shared/domain/ledger'
import type { Thread } from '../../../shared/domain/thread'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { loadRequests } from '../../state/load'
import { useSession } from '../../state/store'
import { savedNanoUsd, sentOf } from '../../threads/usage-figures'
import { CostBar } from '../../ui/cost-bar'
import { formatCount, formatShare } from '../../ui/format-count'
import { formatMoney } from '../../ui/format-money'
import { ProblemNote } from '../../ui/problem-note'
import styles from './cost-tab.module.css'
import { outcomeWords, writtenOf } from './request-words'

/** What a thread cost: the sums, then each request as it was billed. */
export function CostTab({ thread }: { thread: Thread }) {
  const host = useHost()
  const requests = useSession((session) => session.requests[thread.id], undefined)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    setProblem(null)
    loadRequests(host, thread.id).catch((error: unknown) => setProblem(failureText(error)))
  }, [host, thread.id])
  return (
    <div className={styles.cost}>
      <Sums thread={thread} />
      {problem && <ProblemNote>{problem}</ProblemNote>}
      {!problem && !requests && <p aria-busy="true">Reading the requests…</p>}
      {requests?.length === 0 && <p className={styles.none}>No request was sent yet.</p>}
      {requests && requests.length > 0 && <RequestTable requests={requests} />}
    </div>
  )
}

function Sums({ thread: { usage, money } }: { thread: Thread }) {
  const saved = savedNanoUsd(money)
  const rows = [
    ['Read from the cache', usage.cacheRead],
    ['Written to the cache', usage.cacheWrite5m + usage.cacheWrite1h],
    ['Fresh', usage.input],
    ['Output', usage.output],
  ] as const
  return (
    <section aria-label="Sums">
      <p className={styles.total}>
        <b>{formatMoney(money.nanoUsd)}</b>
        {money.nanoUsd === null && <span>the model has no price in the table</span>}
        {saved !== null && saved > 0 && <span>sharing saved {formatMoney(saved)}</span>}
        <span className="grow" />
        <span>{formatShare(usage.cacheRead, sentOf(usage))} cached</span>
      </p>
      <CostBar read={usage.cacheRead} fresh={usage.input} written={usage.cacheWrite5m + usage.cacheWrite1h} />
      <dl className={styles.sums}>
        {rows.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function RequestTable({ requests }: { requests: readonly Request[] }) {
  return (
    <table className={styles.table}>
      <caption className="sr">Requests, oldest first; counts of tokens</caption>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">Read</th>
          <th scope="col">Written</th>
          <th scope="col">Fresh</th>
          <th scope="col">Output</th>
          <th scope="col">Forecast</th>
          <th scope="col">Cost</th>
        </tr>
      </thead>
      <tbody>
        {requests.map((request) => (
          <RequestRows key={request.id} request={request} />
        ))}
      </tbody>
    </table>
  )
}

function RequestRows({ request }: { request: Request }) {
  const { usage } = request
  const said = outcomeWords(request)
  return (
    <>
      <tr data-bad={said?.bad || undefined}>
        <th scope="row">{request.n}</th>
        <td>{formatCount(usage.cacheRead)}</td>
        <td>{formatCount(writtenOf(usage))}</td>
        <td>{formatCount(usage.input)}</td>
        <td>{formatCount(usage.output)}</td>
        <td>{request.forecast ? formatMoney(request.forecast.nanoUsd) : '–'}</td>
        <td>
          <b>{formatMoney(request.money.nanoUsd)}</b>
        </td>
      </tr>
      {said && (
        <tr data-bad={said.bad || undefined} className={styles.why}>
          <td colSpan={7}>{said.text}</td>
        </tr>
      )}
    </>
  )
}
