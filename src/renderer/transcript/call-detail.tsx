import { useState } from 'react'
import { failureText } from '../client/failure-text'
import { useHost } from '../client/use-host'
import { Button } from '../ui/button'
import { formatBytes } from '../ui/format-count'
import styles from './call-detail.module.css'
import { EditDiff } from './edit-diff'
import { editHunks } from './edit-hunks'
import type { Call } from './read-entries'

/** What an open call shows: its whole input (an edit as a diff), and its output with the way to the rest of it. */
export function CallDetail({ call, threadId }: { call: Call; threadId: string }) {
  const edit = editHunks(call.name, call.input)
  return (
    <div className={styles.detail}>
      {edit.hunks.length > 0 ? <EditDiff preview={edit} /> : <Input input={call.input} />}
      <Output call={call} threadId={threadId} />
    </div>
  )
}

function Input({ input }: { input: unknown }) {
  const fields = typeof input === 'object' && input !== null ? Object.entries(input) : []
  if (fields.length === 0) return null
  return (
    <dl className={styles.fields}>
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Output({ call, threadId }: { call: Call; threadId: string }) {
  const [whole, setWhole] = useState<string | null>(null)
  const preview = call.tail !== '' ? call.tail : call.output
  const text = whole ?? preview
  const cut = whole === null && call.tail === '' && call.outputBytes > new TextEncoder().encode(call.output).length
  if (text === '') return <p className={styles.none}>{call.endedAt === null ? 'No output yet.' : 'No output.'}</p>
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <pre className={styles.output} tabIndex={0} data-error={call.isError || undefined}>
        {text}
      </pre>
      {cut && call.toolUseId !== null && (
        <ShowAll threadId={threadId} toolUseId={call.toolUseId} bytes={call.outputBytes} onText={setWhole} />
      )}
    </>
  )
}

interface ShowAllProps {
  threadId: string
  toolUseId: string
  bytes: number
  onText: (text: string) => void
}

/** Fetches the whole output, a stretch at a time. */
function ShowAll({ threadId, toolUseId, bytes, onText }: ShowAllProps) {
  const host = useHost()
  const [state, setState] = useState<{ loading: boolean; failure: string | null }>({ loading: false, failure: null })
  const load = async () => {
    setState({ loading: true, failure: null })
    try {
      let text = ''
      for (;;) {
        const part = await host.call('tool.output', { threadId, toolUseId, offset: text.length, limit: 200_000 })
        text += part.text
        if (part.text === '' || text.length >= part.totalChars) break
      }
      onText(text)
    } catch (error) {
      setState({ loading: false, failure: failureText(error) })
    }
  }
  return (
    <p className={styles.more}>
      <Button small tone="ghost" disabled={state.loading} onClick={load}>
        {state.loading ? 'Reading…' : `Show all ${formatBytes(bytes)}`}
      </Button>
      {state.failure && <span role="alert">{state.failure}</span>}
    </p>
  )
}
