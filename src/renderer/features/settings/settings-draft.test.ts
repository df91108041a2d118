import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, settingsPatch, settingsSchema } from '../../../shared/domain/settings'
import { PROVIDER_FIELDS, SETTING_SECTIONS, type SettingField, type SettingName } from './setting-fields'
import { fieldProblem, patchOf, type SettingsDraft, shownValue, writeField } from './settings-draft'

const FIELDS = [...PROVIDER_FIELDS, ...SETTING_SECTIONS.flatMap((section) => section.fields)]

function field(name: SettingName): SettingField {
  const found = FIELDS.find((one) => one.name === name)
  if (!found) throw new Error(`no field ${name}`)
  return found
}

describe('the fields', () => {
  it('cover every setting once, but for keys, which have a section of their own, and hints, which nobody sets', () => {
    const elsewhere = ['keyboard.bindings', 'hints.seen']
    const covered = [...FIELDS.map((one) => one.name), ...elsewhere]
    expect(covered.sort()).toEqual(Object.keys(settingsSchema.shape).sort())
  })

  it('offer exactly the choices the schema knows', () => {
    for (const one of FIELDS) {
      if (one.kind !== 'choice') continue
      for (const { value } of one.choices) {
        expect(settingsSchema.shape[one.name].safeParse(value === '' ? null : value).success).toBe(true)
      }
    }
  })

  it('show the defaults without a problem, and writing them back changes nothing', () => {
    for (const one of FIELDS) {
      const text = shownValue(one, DEFAULT_SETTINGS)
      expect(fieldProblem(one, text)).toBeNull()
      expect(writeField({}, one, DEFAULT_SETTINGS, text)).toEqual({})
    }
  })
})

describe('the draft', () => {
  it('becomes a patch the host takes, in stored units', () => {
    const draft: SettingsDraft = {
      baseUrl: ' http://127.0.0.1:9 ',
      effort: '',
      'fork.gateHoldMs': '2.5',
      'budget.day': '2.50',
      'fork.mode': 'off',
    }
    const patch = patchOf(draft, FIELDS)
    expect(patch).toEqual({
      baseUrl: 'http://127.0.0.1:9',
      effort: null,
      'fork.gateHoldMs': 2500,
      'budget.day': 2_500_000_000,
      'fork.mode': false,
    })
    expect(settingsPatch.safeParse(patch).success).toBe(true)
  })

  it('takes lists by their lines, and no editor where no line is left', () => {
    const draft = { 'worktree.copy': ' .env \n\npackages/*/.env\n', 'editor.command': ' \n' }
    expect(patchOf(draft, FIELDS)).toEqual({ 'worktree.copy': ['.env', 'packages/*/.env'], 'editor.command': null })
    expect(shownValue(field('editor.command'), { ...DEFAULT_SETTINGS, 'editor.command': ['code', '{file}'] })).toBe(
      'code\n{file}',
    )
  })

  it('forgets a change that leads back to what is stored', () => {
    const changed = writeField({}, field('fork.concurrency'), DEFAULT_SETTINGS, '4')
    expect(changed).toEqual({ 'fork.concurrency': '4' })
    expect(writeField(changed, field('fork.concurrency'), DEFAULT_SETTINGS, '8')).toEqual({})
  })

  it('names the range of a number and wants a whole one', () => {
    expect(fieldProblem(field('fork.concurrency'), '65')).toBe('From 1 to 64 forks.')
    expect(fieldProblem(field('fork.concurrency'), 'many')).toContain('number')
    expect(fieldProblem(field('fork.concurrency'), '1.5')).toContain('whole')
    expect(fieldProblem(field('fork.gateHoldMs'), '0.5')).toBeNull()
  })

  it('takes no budget of nothing and no address without a scheme', () => {
    expect(fieldProblem(field('budget.day'), '')).toBeNull()
    expect(fieldProblem(field('budget.day'), '0')).toContain('empty')
    expect(fieldProblem(field('budget.day'), '1,5')).toContain('2.50')
    expect(fieldProblem(field('baseUrl'), 'localhost:9')).toContain('whole address')
    expect(fieldProblem(field('model'), '  ')).toContain('cannot be empty')
  })
})
