import { useId, useState } from 'react'
import type { PermissionMode, Thread } from '../../../shared/domain/thread'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { announce, openDialog } from '../../state/ui-actions'
import { modelAndEffort } from '../../threads/model-words'
import { PERMISSION_MODES } from '../../threads/permission-modes'
import styles from './composer.module.css'
import { configured } from './send-text'

/** The model a thread speaks to and what is asked before it acts; both can be changed here. */
export function ModelLine({ thread, onModel }: { thread: Thread; onModel: () => void }) {
  const host = useHost()
  const id = useId()
  const [wanted, setWanted] = useState<PermissionMode | null>(null)
  const choose = async (mode: PermissionMode) => {
    setWanted(mode)
    try {
      const { said } = await configured(host, thread.id, { permissionMode: mode }, `Mode ${mode} from the next turn on`)
      if (said) announce(said)
    } catch (error) {
      openDialog({ kind: 'failure', title: 'The permission mode was not changed', text: failureText(error) })
    } finally {
      setWanted(null)
    }
  }
  return (
    <>
      <button type="button" className={styles.model} title={`${thread.model}: change with /model`} onClick={onModel}>
        {modelAndEffort(thread)}
      </button>
      <label htmlFor={id} className="sr">
        Permission mode
      </label>
      <select
        id={id}
        className={styles.mode}
        value={wanted ?? thread.permissionMode}
        data-mode={thread.permissionMode}
        disabled={wanted !== null}
        title={PERMISSION_MODES.find((entry) => entry.mode === thread.permissionMode)?.hint}
        onChange={(event) => {
          const chosen = PERMISSION_MODES.find((entry) => entry.mode === event.target.value)
          if (chosen) void choose(chosen.mode)
        }}
      >
        {PERMISSION_MODES.map((entry) => (
          <option key={entry.mode} value={entry.mode}>
            {entry.label}
          </option>
        ))}
      </select>
    </>
  )
}
