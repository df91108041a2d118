import { describe, expect, it } from 'vitest'
import { TOOL_DEFINITIONS } from './tool-definitions'

describe('the tool definitions', () => {
  it('are, byte for byte, what was sent before: a difference makes every cache start again', async () => {
    await expect(`${JSON.stringify(TOOL_DEFINITIONS, null, 2)}\n`).toMatchFileSnapshot('tool-definitions.golden.json')
  })

  it('come in the order of the protocol', () => {
    expect(TOOL_DEFINITIONS.map((definition) => definition.name)).toEqual(
      'read write edit glob grep bash TodoWrite Agent SendMessage TaskStop'.split(' '),
    )
  })

  it('survive parsing and printing unchanged', () => {
    const text = JSON.stringify(TOOL_DEFINITIONS)
    expect(JSON.stringify(JSON.parse(text))).toBe(text)
  })

  it('take only the fields they name', () => {
    for (const { name, input_schema } of TOOL_DEFINITIONS) {
      expect([name, input_schema.type, input_schema.additionalProperties]).toEqual([name, 'object', false])
    }
  })
})
