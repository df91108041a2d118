import { describe, expect, it } from 'vitest'
import { BUILT_IN_AGENTS } from '../../../../core/agents/agent-type'
import { definitionsFor, TOOL_NAMES } from './tool-definitions'

const types = BUILT_IN_AGENTS
const OFFERS = {
  forks: { forks: true, background: true, types },
  'no forks': { forks: false, background: false, types },
  coordinator: { forks: false, background: true, types },
}

describe('the tool definitions', () => {
  it('are, byte for byte, what was sent before: a difference makes every cache start again', async () => {
    await expect(`${JSON.stringify(definitionsFor(OFFERS.forks), null, 2)}\n`).toMatchFileSnapshot(
      'tool-definitions.golden.json',
    )
    for (const offer of ['no forks', 'coordinator'] as const)
      await expect(`${JSON.stringify(definitionsFor(OFFERS[offer], ['Agent']), null, 2)}\n`).toMatchFileSnapshot(
        `agent-${offer.replace(' ', '-')}.golden.json`,
      )
  })

  it('come in the order of the protocol, those that are named', () => {
    expect(TOOL_NAMES).toEqual(
      'read write edit glob grep bash TodoWrite Agent SendMessage TaskStop Skill WebFetch'.split(' '),
    )
    const without = TOOL_NAMES.filter((name) => name !== 'Skill')
    expect(definitionsFor(OFFERS.forks).map((definition) => definition.name)).toEqual(without)
    const skills = [{ name: 'pdf', description: 'Reads PDFs.', argumentHint: null }]
    expect(definitionsFor(OFFERS.forks, TOOL_NAMES, skills).map(({ name }) => name)).toEqual(TOOL_NAMES)
    expect(definitionsFor(OFFERS.forks, ['TaskStop', 'read']).map(({ name }) => name)).toEqual(['read', 'TaskStop'])
  })

  it('have run_in_background only where it says anything, and a type where it must be named', () => {
    const schema = (offer: keyof typeof OFFERS) => definitionsFor(OFFERS[offer], ['Agent'])[0]?.input_schema
    const fieldsOf = (offer: keyof typeof OFFERS) => Object.keys(schema(offer)?.properties ?? {})
    expect(fieldsOf('forks')).toEqual(['description', 'prompt', 'subagent_type', 'isolation'])
    expect(fieldsOf('no forks')).toEqual([...fieldsOf('forks'), 'run_in_background'])
    expect(fieldsOf('coordinator')).toEqual(fieldsOf('forks'))
    expect(schema('coordinator')?.required).toContain('subagent_type')
    expect(schema('forks')?.required).toEqual(['description', 'prompt'])
  })

  it('teach when to fork and when a fresh agent is cheaper, and name every type', () => {
    const words = definitionsFor(OFFERS.forks, ['Agent'])[0]?.description ?? ''
    for (const told of ['When to fork', 'When a fresh agent is cheaper', 'Do not race', 'do not look into its files'])
      expect(words).toContain(told)
    for (const { name } of types) expect(words).toContain(`- ${name}: `)
    expect(definitionsFor(OFFERS['no forks'], ['Agent'])[0]?.description).not.toMatch(/\bfork/)
  })

  it('name every skill there is; without any there is no tool for them', async () => {
    const skills = [{ name: 'pdf', description: 'Reads PDFs.', argumentHint: '[file]' }]
    await expect(`${JSON.stringify(definitionsFor(OFFERS.forks, ['Skill'], skills), null, 2)}\n`).toMatchFileSnapshot(
      'skill.golden.json',
    )
    expect(definitionsFor(OFFERS.forks, ['Skill'])).toEqual([])
  })

  it('survive parsing and printing unchanged', () => {
    const text = JSON.stringify(definitionsFor(OFFERS.forks))
    expect(JSON.stringify(JSON.parse(text))).toBe(text)
  })

  it('take only the fields they name', () => {
    for (const { name, input_schema } of definitionsFor(OFFERS.forks)) {
      expect([name, input_schema.type, input_schema.additionalProperties]).toEqual([name, 'object', false])
    }
  })
})
