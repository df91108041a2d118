import { useId } from 'react'
import { useHost } from '../../client/use-host'
import { useApp } from '../../state/store'
import { chooseForks, sessionForks } from '../../threads/session-forks'
import styles from './info-tab.module.css'

const CHOICES = [
  { value: 'setting', label: 'as in Settings', forkMode: null },
  { value: 'on', label: 'on', forkMode: true },
  { value: 'off', label: 'off', forkMode: false },
] as const

/** Whether the models of this session may fork: chosen for it alone, and what holds. */
export function ForksRow() {
  const host = useHost()
  const id = useId()
  const sessionId = useApp(({ view }) => view.session?.session.id)
  const fixed = useApp((state) => sessionForks(state)?.fixed ?? null)
  const on = useApp((state) => sessionForks(state)?.on ?? true)
  const chosen = useApp((state) => sessionForks(state)?.chosen ?? null)
  if (sessionId === undefined) return null
  const value = CHOICES.find(({ forkMode }) => forkMode === chosen)?.value ?? 'setting'
  return (
    <>
      <dt>
        <label htmlFor={id}>Forks</label>
      </dt>
      <dd>
        <select
          id={id}
          className={styles.choice}
          value={fixed === null ? value : on ? 'on' : 'off'}
          disabled={fixed !== null}
          onChange={(event) => {
            const choice = CHOICES.find((each) => each.value === event.target.value)
            if (choice) void chooseForks(host, sessionId, choice.forkMode)
          }}
        >
          {CHOICES.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <p className={styles.more}>
          {fixed ?? 'For models of this session. What they are told follows in new snapshots.'}
        </p>
      </dd>
    </>
  )
}
