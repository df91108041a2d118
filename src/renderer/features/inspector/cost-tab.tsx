import type { Request } from '../../../shared/domain/ledger'
import type { Thread } from '../../../shared/domain/thread'
import { savedNanoUsd, sentOf } from '../../threads/usage-figures'
import { CostBar } from '../../ui/cost-bar'
import { formatCount, formatShare } from '../../ui/format-count'
import { formatMoney } from '../../ui/format-money'
import { ProblemNote } from '../../ui/problem-note'
import { VirtualTable } from '../../ui/virtual-table'
import styles from './cost-tab.module.css'
import { keepWarmWords, outcomeWords, writtenOf } from './request-words'
import { SessionLedger } from './session-ledger'
import { useRequests } from './use-requests'
import { outputNanoUsd, sumsOf } from './wire/request-bars'

/** What a thread cost: the sums, then each request with its forecast beside its bill; and what the session cost in all. */
export function CostTab({ thread }: { thread: Thread }) {
  const { requests, problem } = useRequests(thread.id)
  return (
    <div className={styles.cost}>
      <Sums thread={thread} />
      <SessionLedger sessionId={thread.sessionId} />
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

const HEADS = ['#', 'Read', 'Written', 'Fresh', 'Output', 'Forecast', 'Billed in', 'Out'] as const

function RequestTable({ requests }: { requests: readonly Request[] }) {
  const sums = sumsOf(requests)
  return (
    <VirtualTable
      caption="Requests, oldest first; counts of tokens"
      className={styles.table}
      rows={requests}
      keyOf={(request) => request.id}
      head={
        <tr>
          {HEADS.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      }
      foot={
        <tr>
          <th scope="row" colSpan={5}>
            Forecast against billed
          </th>
          <td>{formatMoney(sums.forecast)}</td>
          <td>
            <b>{formatMoney(sums.input)}</b>
          </td>
          <td>{formatMoney(sums.output)}</td>
        </tr>
      }
    >
      {(request) => <RequestRows request={request} />}
    </VirtualTable>
  )
}

function RequestRows({ request }: { request: Request }) {
  const { usage } = request
  const said = outcomeWords(request)
  const why = [keepWarmWords(request), said?.text].filter((words) => words).join(' ')
  return (
    <>
      <tr data-bad={said?.bad || undefined}>
        <th scope="row">{request.n}</th>
        <td>{formatCount(usage.cacheRead)}</td>
        <td>{formatCount(writtenOf(usage))}</td>
        <td>{formatCount(usage.input)}</td>
        <td>{formatCount(usage.output)}</td>
        <td>{formatMoney(request.forecast?.nanoUsd ?? null)}</td>
        <td>
          <b>{formatMoney(request.inputNanoUsd ?? null)}</b>
        </td>
        <td>{formatMoney(outputNanoUsd(request))}</td>
      </tr>
      {why !== '' && (
        <tr data-bad={said?.bad || undefined} className={styles.why}>
          <td colSpan={HEADS.length}>{why}</td>
        </tr>
      )}
    </>
  )
}
