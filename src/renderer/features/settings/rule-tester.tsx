import { type KeyboardEvent, useState } from 'react'
import type { TestedCall } from '../../../shared/contract/permission-commands'
import type { PermissionMode } from '../../../shared/domain/thread'
import { Button } from '../../ui/button'
import { SelectField, TextField } from '../../ui/field'
import { DecisionBadge } from './decision-badge'
import styles from './permission-section.module.css'
import { CALL_KINDS, callKind } from './tested-call'
import type { Tested } from './use-rules'

const MODES: Record<PermissionMode, string> = {
  default: 'Ask',
  acceptEdits: 'Accept edits',
  plan: 'Plan',
  bypassPermissions: 'Bypass',
}

interface RuleTesterProps {
  tested: Tested | null
  onTest(call: { tool: string; input: Record<string, unknown> }): void
  /** What was tested is no longer what stands there. */
  onChange(): void
}

/** Asks what the rules would say of a call. Nothing is run. */
export function RuleTester({ tested, onTest, onChange }: RuleTesterProps) {
  const [value, setValue] = useState<string>(CALL_KINDS[0].value)
  const [text, setText] = useState('')
  const kind = callKind(value)
  const test = () => text.trim() !== '' && onTest(kind.call(text))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter in a field of a form would save the settings.
    event.preventDefault()
    test()
  }
  return (
    <section aria-label="Try a call">
      <h3 className={styles.sub}>Try a call</h3>
      <div className={styles.call}>
        <SelectField
          label="What is done"
          value={value}
          choices={CALL_KINDS}
          onChange={(event) => {
            setValue(event.target.value)
            onChange()
          }}
        />
        <TextField
          label={kind.asks}
          value={text}
          placeholder={kind.placeholder}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value)
            onChange()
          }}
        />
        <Button disabled={text.trim() === ''} onClick={test}>
          Test
        </Button>
      </div>
      <div role="status">{tested && <Answer tested={tested} />}</div>
    </section>
  )
}

function Answer({ tested: { modes, commands } }: { tested: Tested }) {
  return (
    <>
      <table className={styles.answer}>
        <caption>In each mode</caption>
        <tbody>
          {modes.map(({ mode, ...call }) => (
            <tr key={mode}>
              <th scope="row">{MODES[mode]}</th>
              <Because call={call} />
            </tr>
          ))}
        </tbody>
      </table>
      {commands.length > 0 && (
        <table className={styles.answer}>
          <caption>Each command by itself, in the mode Ask</caption>
          <tbody>
            {commands.map(({ command, ...call }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line may hold the same command twice, and its order is fixed
              <tr key={n}>
                <th scope="row">
                  <code>{command}</code>
                </th>
                <Because call={call} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

function Because({ call: { decision, rule, source, text } }: { call: TestedCall }) {
  // The sentence of a denial names its rule and the place of that once more.
  const said = rule !== null && text.includes(rule) && text.includes(source)
  return (
    <>
      <td>
        <DecisionBadge decision={decision} />
      </td>
      <td>
        {rule !== null && (
          <p>
            <code>{rule}</code> <span className={styles.source}>{source}</span>
          </p>
        )}
        {!said && <p>{text}</p>}
      </td>
    </>
  )
}
