import styles from './call-detail.module.css'
import { CallOutput } from './call-output'
import { CopyButton } from './code-block'
import { EditDiff } from './edit-diff'
import { editHunks } from './edit-hunks'
import type { Call } from './read-entries'

/** What an open call shows: its whole input (an edit as a diff), and its output with the way to the rest of it. */
export function CallDetail({ call, threadId }: { call: Call; threadId: string }) {
  const edit = editHunks(call.name, call.input)
  return (
    <div className={styles.detail}>
      {edit.hunks.length > 0 ? <EditDiff preview={edit} /> : <Input input={call.input} />}
      <CallOutput call={call} threadId={threadId} />
    </div>
  )
}

function Input({ input }: { input: unknown }) {
  const fields = typeof input === 'object' && input !== null ? Object.entries(input) : []
  if (fields.length === 0) return null
  return (
    <dl className={styles.fields}>
      {fields.map(([name, value]) => {
        const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
            {name === 'command' && <CopyButton text={text} label="Copy command" />}
          </div>
        )
      })}
    </dl>
  )
}
