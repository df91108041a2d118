// The form's half-written values: from the settings, checked, and back as what changed.
import { SETTING_RANGES } from '../../../shared/domain/setting-ranges'
import type { Settings, SettingsPatch } from '../../../shared/domain/settings'
import { parseUrl } from './parse-url'
import type { SettingField, SettingName } from './setting-fields'

/** What the person changed, by setting; a switch is `on` or `off`. Absent: as it is. */
export type SettingsDraft = Readonly<Partial<Record<SettingName, string>>>

const NANO_PER_USD = 1_000_000_000

/** The text a field shows for a stored value. */
export function shownValue(field: SettingField, settings: Settings): string {
  const value = settings[field.name]
  if (field.kind === 'switch') return value ? 'on' : 'off'
  if (value === null) return ''
  if (Array.isArray(value)) return value.join('\n')
  if (field.kind === 'money') return String(Number(value) / NANO_PER_USD)
  if (field.kind === 'number') return String(Number(value) / field.scale)
  return String(value)
}

/** The draft with one field written; a value that is as stored is no change. */
export function writeField(draft: SettingsDraft, field: SettingField, settings: Settings, text: string): SettingsDraft {
  const { [field.name]: _, ...others } = draft
  return text === shownValue(field, settings) ? others : { ...others, [field.name]: text }
}

/** What is wrong with the text of a field, as a sentence; null when nothing is. */
export function fieldProblem(field: SettingField, text: string): string | null {
  switch (field.kind) {
    case 'number':
      return numberProblem(field, text)
    case 'money':
      return moneyProblem(text)
    case 'text':
      return textProblem(field, text.trim())
    default:
      return null
  }
}

/** The changes as `settings.write` takes them. Call it only when no field has a problem. */
export function patchOf(draft: SettingsDraft, fields: readonly SettingField[]): SettingsPatch {
  const patch: Record<string, unknown> = {}
  for (const field of fields) {
    const text = draft[field.name]
    if (text !== undefined) patch[field.name] = storedValue(field, text.trim())
  }
  return patch
}

function storedValue(field: SettingField, text: string): string | number | boolean | string[] | null {
  if (field.kind === 'switch') return text === 'on'
  if (field.kind === 'lines') return storedLines(field, text)
  if (field.kind === 'number') return Math.round(Number(text) * field.scale)
  if (text === '') return null
  return field.kind === 'money' ? Math.round(Number(text) * NANO_PER_USD) : text
}

function storedLines({ name }: SettingField & { kind: 'lines' }, text: string): string[] | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.length === 0 && name === 'editor.command' ? null : lines
}

function numberProblem(field: SettingField & { kind: 'number' }, text: string): string | null {
  const range = SETTING_RANGES[field.name]
  const value = Number(text) * field.scale
  const words = `${shown(range.min / field.scale)} to ${shown(range.max / field.scale)} ${field.unit}`
  if (text.trim() === '' || !Number.isFinite(value)) return `Write a number, ${words}.`
  if (value < range.min || value > range.max) return `From ${words}.`
  return Number.isInteger(value) ? null : `Write a whole number, ${words}.`
}

function moneyProblem(text: string): string | null {
  if (text.trim() === '') return null
  const usd = Number(text)
  if (!Number.isFinite(usd)) return 'Write dollars as a number, such as 2.50, or nothing for no limit.'
  return Math.round(usd * NANO_PER_USD) > 0 ? null : 'A budget is more than nothing. Leave it empty for no limit.'
}

function textProblem(field: SettingField & { kind: 'text' }, text: string): string | null {
  if (text === '') return field.mayBeEmpty ? null : `${field.label} cannot be empty.`
  if (field.name === 'baseUrl') return urlProblem(text)
  return text.length > 200 ? 'At most 200 characters.' : null
}

function urlProblem(text: string): string | null {
  const url = parseUrl(text)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  return isWeb ? null : 'Write a whole address, such as https://gateway.example.com.'
}

function shown(value: number): string {
  return value.toLocaleString('en-US')
}
