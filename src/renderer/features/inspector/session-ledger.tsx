import { useEffect, useState } from 'react'
import type { CommandResult } from '../../../shared/contract/commands'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { useSession } from '../../state/store'
import { savedNanoUsd } from '../../threads/usage-figures'
import { plural } from '../../ui/format-count'
import { formatMoney } from '../../ui/format-money'
import { ProblemNote } from '../../ui/problem-note'
import styles from './cost-tab.module.css'

type Ledger = CommandResult<'ledger.read'>

/** A burst of requests that end together is read once. */
const SETTLE_MS = 400

/** What the whole session was forecast, was billed, and would have cost without sharing. */
export function SessionLedger({ sessionId }: { sessionId: string }) {
  const { ledger, problem } = useLedger(sessionId)
  if (problem) return <ProblemNote>{problem}</ProblemNote>
  if (!ledger) return null
  const { money } = ledger.total
  const saved = savedNanoUsd(money)
  const rows: [string, string][] = [
    ['Spent', formatMoney(money.nanoUsd)],
    ['Without sharing', formatMoney(money.withoutSharingNanoUsd)],
    ['Saved by sharing', formatMoney(saved)],
    ['Forecast, input only', formatMoney(forecastOf(ledger))],
  ]
  const count = ledger.threads.reduce((sum, thread) => sum + thread.requests, 0)
  return (
    <section aria-label="Session">
      <h3 className={styles.heading}>
        Session{' '}
        <span className="num">
          {plural(count, 'request')} of {plural(ledger.threads.length, 'thread')}
        </span>
      </h3>
      <dl className={styles.sums}>
        {rows.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{amount}</dd>
          </div>
        ))}
      </dl>
      {ledger.total.notReported > 0 && (
        <p className={styles.note}>
          The final usage of {plural(ledger.total.notReported, 'broken answer')} never came:{' '}
          {ledger.total.notReported === 1 ? 'it counts' : 'they count'} as the provider reported at first.
        </p>
      )}
    </section>
  )
}

function forecastOf(ledger: Ledger): number | null {
  const known = ledger.threads.flatMap((thread) => thread.forecastNanoUsd ?? [])
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0)
}

/** The ledger of a session; read again when what its threads spent changes. */
function useLedger(sessionId: string): { ledger: Ledger | null; problem: string | null } {
  const host = useHost()
  const [state, setState] = useState<{ ledger: Ledger | null; problem: string | null }>({ ledger: null, problem: null })
  const spent = useSession(
    (session) => session.threadIds.reduce((sum, id) => sum + (session.threads[id]?.usage.output ?? 0), 0),
    0,
  )
  const delayMs = state.ledger === null ? 0 : SETTLE_MS
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was spent is why it is read again; the delay is no reason
  useEffect(() => {
    let overtaken = false
    const timer = setTimeout(async () => {
      try {
        const ledger = await host.call('ledger.read', { sessionId })
        if (!overtaken) setState({ ledger, problem: null })
      } catch (error) {
        if (!overtaken) setState((before) => ({ ...before, problem: failureText(error) }))
      }
    }, delayMs)
    return () => {
      overtaken = true
      clearTimeout(timer)
    }
  }, [host, sessionId, spent])
  return state
}
