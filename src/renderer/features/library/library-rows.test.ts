import { describe, expect, it } from 'vitest'
import type { LibraryEntry } from '../../../shared/contract/library-commands'
import { librarySections } from './library-rows'
import type { LibraryReading } from './use-library'

const entry = (more: Partial<LibraryEntry>): LibraryEntry => ({
  kind: 'skill',
  name: 'fix',
  description: 'Fixes.',
  source: '.claude/skills/fix/SKILL.md',
  origin: 'project',
  argumentHint: null,
  island: false,
  agent: null,
  model: null,
  tools: [],
  active: true,
  why: null,
  shadowed: false,
  callable: true,
  forModel: true,
  remarks: [],
  ...more,
})

function reading(entries: LibraryEntry[], broken: LibraryReading['library']['broken'] = []): LibraryReading {
  return {
    projectId: 'prj_1',
    library: { entries, hooks: [], broken },
    memory: { files: [], broken: [] },
    servers: { servers: [], due: false, broken: [] },
  }
}

const rowsOf = (id: string, from: LibraryReading) => librarySections(from).find((each) => each.id === id)?.rows ?? []

describe('the sections of the library', () => {
  it('are all there, also without anything, and each says what could stand in it', () => {
    const sections = librarySections(reading([]))
    expect(sections.map(({ title }) => title)).toEqual([
      'Agents',
      'Commands',
      'Skills',
      'Memory',
      'Hooks',
      'Tool servers',
    ])
    for (const { rows, teaches } of sections) expect([rows, teaches.length > 20]).toEqual([[], true])
  })

  it('say of each file its state, why it is that, who calls it and with what', () => {
    const states = (more: Partial<LibraryEntry>) => rowsOf('skills', reading([entry(more)]))[0]
    expect(states({})).toMatchObject({ name: '/fix', state: 'active', facts: [{ text: 'you and the model' }] })
    expect(states({ active: false, why: 'Not trusted.', forModel: false, tools: ['Read'] })).toMatchObject({
      state: 'inert',
      facts: [{ text: 'you' }, { label: 'Tools', text: 'Read' }],
      remarks: ['Not trusted.'],
    })
    expect(states({ active: false, shadowed: true, callable: false, forModel: false })).toMatchObject({
      state: 'overshadowed',
      facts: [{ text: 'nobody now' }],
    })
    expect(states({ island: true, agent: 'plan', callable: false })?.facts).toEqual([
      { label: 'Called by', text: 'the model' },
      { label: 'Runs', text: 'isolated as plan' },
    ])
    expect(rowsOf('agents', reading([entry({ kind: 'agent', tools: null, model: 'm' })]))[0]).toMatchObject({
      name: 'fix',
      facts: [
        { label: 'Tools', text: 'all' },
        { label: 'Model', text: 'm' },
      ],
    })
  })

  it('hold the files that cannot be used where they would have stood', () => {
    const broken = (source: string) => ({ source, line: 3, reason: 'it is odd' })
    const from = reading(
      [],
      [broken('~/.claude/agents/a.md'), broken('.claude/settings.json'), broken('.claude/commands/x y.md')],
    )
    expect(rowsOf('agents', from)).toMatchObject([
      { name: 'a.md', source: '~/.claude/agents/a.md, line 3', state: 'broken', remarks: ['It is odd.'] },
    ])
    expect([rowsOf('hooks', from).length, rowsOf('commands', from).length]).toEqual([1, 1])
  })
})
