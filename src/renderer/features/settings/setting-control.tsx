import type { SettingsView } from '../../../shared/domain/settings'
import { Badge } from '../../ui/badge'
import { Checkbox } from '../../ui/choice'
import { SelectField, TextAreaField, TextField } from '../../ui/field'
import { NotifyField } from './notify-field'
import type { SettingField } from './setting-fields'
import { fieldProblem, type SettingsDraft, shownValue } from './settings-draft'

/** What is said under a field; of a cache lifetime the provider has not, what new sessions get instead. */
function hintOf({ name, hint }: SettingField, settings: SettingsView): string {
  const denied = name === 'cache.ttl' && settings['cache.ttl'] !== settings.cacheTtlInForce
  return denied ? 'This provider has no entries of an hour: new sessions get five minutes.' : hint
}

interface SettingControlProps {
  field: SettingField
  settings: SettingsView
  draft: SettingsDraft
  /** What the host found wrong with this field; gone as soon as it is changed. */
  refused: string | null
  onChange: (text: string) => void
}

/** One setting as a form control; says when it is not saved and what is wrong with it. */
export function SettingControl({ field, settings, draft, refused, onChange }: SettingControlProps) {
  const changed = draft[field.name] !== undefined
  const text = draft[field.name] ?? shownValue(field, settings)
  const common = {
    label: labelOf(field),
    hint: hintOf(field, settings),
    problem: (changed ? fieldProblem(field, text) : null) ?? refused,
    aside: changed && <Badge tone="wait">not saved</Badge>,
  }
  switch (field.kind) {
    case 'switch':
      return (
        <span>
          <Checkbox
            label={field.label}
            hint={field.hint}
            checked={text === 'on'}
            onChange={(checked) => onChange(checked ? 'on' : 'off')}
          />
          {common.aside}
        </span>
      )
    case 'choice':
      if (field.name === 'notify.system') {
        return (
          <NotifyField label={field.label} value={text} changed={changed} choices={field.choices} onChange={onChange} />
        )
      }
      return (
        <SelectField
          {...common}
          value={text}
          choices={field.choices}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'lines':
      return (
        <TextAreaField
          {...common}
          rows={3}
          spellCheck={false}
          value={text}
          placeholder={field.placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'text':
      return (
        <TextField
          {...common}
          value={text}
          placeholder={field.placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    default:
      return (
        <TextField
          {...common}
          value={text}
          inputMode="decimal"
          placeholder={field.kind === 'money' ? 'no limit' : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      )
  }
}

function labelOf(field: SettingField): string {
  if (field.kind === 'money') return `${field.label}, dollars`
  return field.kind === 'number' ? `${field.label}, ${field.unit}` : field.label
}
