import { useMemo } from 'react'
import type { Request } from '../../../../shared/domain/ledger'
import type { Thread } from '../../../../shared/domain/thread'
import type { Turn } from '../../../../shared/domain/turn'
import { useSession } from '../../../state/store'
import { cacheMissOf } from '../../../threads/cache-miss'
import { sentOf } from '../../../threads/usage-figures'
import { useMissingPages } from '../../../transcript/use-missing-pages'
import { formatCount, plural } from '../../../ui/format-count'
import { formatMoney } from '../../../ui/format-money'
import { VirtualTable } from '../../../ui/virtual-table'
import { shortLink } from '../request-words'
import { PrefixBar } from './prefix-bar'
import { blockCounts, ledgerPicture } from './prefix-parts'
import { BarLegend } from './request-bar'
import { sumsOf, widestOf } from './request-bars'
import styles from './request-list.module.css'
import { purposeOf, turnOf } from './request-purpose'
import { RequestRows } from './request-rows'

interface RequestListProps {
  thread: Thread
  requests: readonly Request[]
  branch: Request | undefined
  parentName: string
  onOpen: (request: Request, what: 'body' | 'difference') => void
}

const NO_TURNS: readonly Turn[] = []
const HEADS = ['#', 'for', 'tokens in', 'read', 'written', 'fresh', 'forecast', 'billed in', 'first'] as const

/** All requests of a thread: what the last one shares, then each as a bar with its forecast and its bill. */
export function RequestList({ thread, requests, branch, parentName, onOpen }: RequestListProps) {
  const turns = useSession((session) => session.turns[thread.id], undefined) ?? NO_TURNS
  const bodies = useSession((session) => session.bodies, undefined)
  const widest = useMemo(() => widestOf(requests), [requests])
  const last = requests.at(-1)
  // What a request was for is told by the items of its turn; those of the end are the ones that are looked at.
  useMissingPages(
    thread.id,
    useMemo(() => lastTurnNumbers(turns), [turns]),
  )
  return (
    <div className={styles.list}>
      <div className={styles.top}>
        {last && <SharedPrefix last={last} requests={requests} branch={branch} parentName={parentName} />}
        <Sums requests={requests} />
      </div>
      <VirtualTable
        caption="Requests, oldest first; counts of tokens"
        className={styles.table}
        head={<Head />}
        rows={requests}
        keyOf={(request) => request.id}
      >
        {(request, index) => {
          const previous = requests[index - 1]
          const turn = turnOf(request, turns)
          return (
            <RequestRows
              request={request}
              previous={previous}
              purpose={purposeOf(request, previous, turn, turn && bodies?.[turn.id]?.items)}
              miss={cacheMissOf(request, previous)}
              widest={widest}
              onOpen={() => onOpen(request, 'body')}
              onShowBoth={() => onOpen(request, 'difference')}
            />
          )
        }}
      </VirtualTable>
    </div>
  )
}

function Head() {
  return (
    <tr>
      {HEADS.map((head) => (
        <th
          key={head}
          scope="col"
          className={
            head === '#'
              ? styles.n
              : head === 'for'
                ? styles.for
                : head === 'tokens in'
                  ? styles.bar
                  : head === 'fresh' || head === 'first'
                    ? styles.wide
                    : undefined
          }
          title={
            head === 'first'
              ? 'Time to the first event'
              : head === 'billed in'
                ? 'What the input side was billed: the half a forecast is about'
                : undefined
          }
        >
          {head}
        </th>
      ))}
    </tr>
  )
}

function SharedPrefix({
  last,
  requests,
  branch,
  parentName,
}: Pick<RequestListProps, 'requests' | 'branch' | 'parentName'> & { last: Request }) {
  const previous = requests.at(-2)
  const { inherited, before } = blockCounts(last)
  return (
    <section aria-label="Shared prefix of the last request">
      <div className={styles.heading}>
        <h3>Shared prefix</h3>
        <span className="num">
          {inherited > 0 ? `${inherited} of ` : `${before} of `}
          {plural(last.prefix.blocks, 'block')} byte-identical with {inherited > 0 ? parentName : `#${last.n - 1}`}
          {sentOf(last.usage) > 0 && `, ${formatCount(sentOf(last.usage))} tokens in all`}
        </span>
        <span className="grow" />
        <code title={`The chain of its prefix ends with ${last.prefix.link}`}>chain {shortLink(last.prefix.link)}</code>
      </div>
      <PrefixBar
        picture={ledgerPicture(last, previous, branch)}
        parentName={parentName}
        previousName={`#${last.n - 1}`}
      />
    </section>
  )
}

function Sums({ requests }: { requests: readonly Request[] }) {
  const sums = sumsOf(requests)
  return (
    <div className={styles.heading}>
      <h3>{plural(requests.length, 'request')}</h3>
      <BarLegend />
      <span className="grow" />
      <span className="num">
        forecast {formatMoney(sums.forecast)} · billed <b>{formatMoney(sums.input)}</b> in, {formatMoney(sums.output)}{' '}
        out
      </span>
    </div>
  )
}

const PAGES = 2 * 50

function lastTurnNumbers(turns: readonly Turn[]): number[] {
  return turns.slice(-PAGES).map((turn) => turn.n)
}
