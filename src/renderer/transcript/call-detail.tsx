import styles from './call-detail.module.css'
import { CallImages } from './call-images'
import { CallOutput } from './call-output'
import { CopyButton } from './code-block'
import { EditDiff } from './edit-diff'
import { editHunks } from './edit-hunks'
import { editableText } from './edited-input'
import { InputChanges } from './input-changes'
import type { Call } from './read-entries'

/** What stands for a result that is images and no word. */
const NOTHING_BESIDE = '[image]'

/** What an open call shows: its whole input (an edit as a diff), and its output with the way to the rest of it. */
export function CallDetail({ call, threadId }: { call: Call; threadId: string }) {
  const edit = editHunks(call.name, call.input)
  return (
    <div className={styles.detail}>
      {call.originalInput !== undefined && (
        <section className={styles.edited}>
          <p>You changed what was asked before you allowed it:</p>
          <InputChanges
            before={editableText(call.name, call.originalInput)}
            after={editableText(call.name, call.input)}
            words="What you changed"
          />
        </section>
      )}
      {edit.hunks.length > 0 ? <EditDiff preview={edit} /> : <Input input={call.input} />}
      {call.images !== undefined && call.toolUseId !== null && (
        <CallImages threadId={threadId} toolUseId={call.toolUseId} count={call.images} name={nameOf(call.input)} />
      )}
      {!(call.images !== undefined && call.output === NOTHING_BESIDE) && <CallOutput call={call} threadId={threadId} />}
    </div>
  )
}

/** The file an image was read from. */
function nameOf(input: unknown): string {
  const path = typeof input === 'object' && input !== null ? Reflect.get(input, 'file_path') : null
  return typeof path === 'string' ? path : 'Image'
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
            <dd>
              <span className={styles.value}>{text}</span>
              {name === 'command' && <CopyButton text={text} label="Copy command" />}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
