import { useState } from 'react'
import { FailureError } from '../../../shared/contract/failure'
import type { SettingsView } from '../../../shared/domain/settings'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { receiveSettings } from '../../state/receive'
import { announce } from '../../state/ui-actions'
import { PROVIDER_FIELDS, SETTING_SECTIONS, type SettingField } from './setting-fields'
import { fieldProblem, patchOf, type SettingsDraft, writeField } from './settings-draft'

const FIELDS: readonly SettingField[] = [...PROVIDER_FIELDS, ...SETTING_SECTIONS.flatMap((section) => section.fields)]

export interface SettingsForm {
  draft: SettingsDraft
  /** The key being typed; it is written and never read back. */
  apiKey: string
  /** How many values are not saved. */
  unsaved: number
  valid: boolean
  busy: boolean
  problem: string | null
  /** What the host refused, by setting. */
  refused: Readonly<Record<string, string>>
  change(field: SettingField, text: string): void
  typeKey(text: string): void
  save(): Promise<void>
  forgetKey(): Promise<void>
  undo(): void
}

/** The settings form: nothing is written before it is saved, and all of it is written at once. */
export function useSettingsForm(settings: SettingsView): SettingsForm {
  const host = useHost()
  const [draft, setDraft] = useState<SettingsDraft>({})
  const [apiKey, setApiKey] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const valid = FIELDS.every((field) => {
    const text = draft[field.name]
    return text === undefined || fieldProblem(field, text) === null
  })
  const write = async (patch: ReturnType<typeof patchOf>, said: string) => {
    setBusy(true)
    setProblem(null)
    setRefused({})
    try {
      receiveSettings(await host.call('settings.write', { patch }))
      setDraft({})
      setApiKey('')
      announce(said)
    } catch (error) {
      const name = refusedField(error)
      if (name) setRefused({ [name]: failureText(error) })
      else setProblem(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return {
    draft,
    apiKey,
    unsaved: Object.keys(draft).length + (apiKey === '' ? 0 : 1),
    valid,
    busy,
    problem,
    refused,
    change(field, text) {
      setDraft((before) => writeField(before, field, settings, text))
      setRefused(({ [field.name]: _, ...others }) => others)
    },
    typeKey(text) {
      setApiKey(text)
      setRefused(({ apiKey: _, ...others }) => others)
    },
    save: () =>
      write({ ...patchOf(draft, FIELDS), ...(apiKey === '' ? {} : { apiKey: apiKey.trim() }) }, 'Settings saved.'),
    forgetKey: () => write({ apiKey: null }, 'The key is forgotten.'),
    undo() {
      setDraft({})
      setApiKey('')
      setRefused({})
      setProblem(null)
    },
  }
}

/** The setting an `invalid_input` is about: the end of its path, such as `patch.model`. */
function refusedField(error: unknown): string | null {
  if (!(error instanceof FailureError) || error.failure.code !== 'invalid_input') return null
  const { path } = error.failure
  if (typeof path !== 'string' || !path.startsWith('patch.')) return null
  // Of a list the setting is meant, not the entry.
  return path.slice('patch.'.length).replace(/\.\d+$/, '')
}
